import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { overtakenDatabase } from "../support/dying-database.ts";
import { aMember, aTenant } from "../support/people.ts";

const PATH = "/detection-dictionaries";
const ROOM = 2 * 1024 * 1024;
const ofValue = (value: string) => ({ name: "n", kind: "terms", entries: [{ value, weight: 1 }] });
const bytesOf = (value: string) => JSON.stringify(ofValue(value).entries).length;

describe("the total size of a tenant's dictionaries", () => {
  it("can be 2 MiB to the byte; 409 for a new or changed dictionary beyond it", async () => {
    const as = await aMember(await aTenant());
    const make = (value: string) => call("POST", PATH, { as, body: ofValue(value) });
    const first = await (await make("first")).json<{ id: string }>();
    const takes = (bytes: number) =>
      env.DB.prepare("UPDATE dictionaries SET bytes = ? WHERE id = ?").bind(bytes, first.id).run();
    await takes(ROOM - bytesOf("second") + 1);
    const refused = await make("second");
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      error: "dictionary_limit",
      message: "A tenant may have at most 100 dictionaries, of 2 MiB together.",
    });
    await takes(ROOM - bytesOf("second"));
    const made = await make("second");
    expect(made.status).toBe(200);

    const { id } = await made.json<{ id: string }>();
    const change = async (value: string) => {
      const { entries } = ofValue(value);
      return (await call("PATCH", `${PATH}/${id}`, { as, body: { entries } })).status;
    };
    expect(await change("another")).toBe(409);
    expect(await change("others")).toBe(204);
    expect(await change("less")).toBe(204);
    // The room is each tenant's own.
    expect(
      (await call("POST", PATH, { as: await aMember(await aTenant()), body: ofValue("x") })).status,
    ).toBe(200);
  });
});

describe("the number of a tenant's dictionaries", () => {
  it("409 for the 101st dictionary", async () => {
    const as = await aMember(await aTenant());
    const make = () => call("POST", PATH, { as, body: ofValue("lottery") });
    const { id } = await (await make()).json<{ id: string }>();
    const columns = `tenant_id, name, description, kind, entries, bytes, severity, language, enabled,
      applies_to, tags, version, created_at, updated_at`;
    await env.DB.prepare(
      `INSERT INTO dictionaries (id, ${columns})
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 98)
       SELECT id || '-' || i, ${columns} FROM dictionaries, n WHERE id = ?`,
    )
      .bind(id)
      .run();
    expect((await make()).status).toBe(200);
    const answer = await make();
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: "dictionary_limit" });
  });
});

describe("DELETE /detection-dictionaries/{id}", () => {
  it.each([
    [409, "no version"],
    [412, "its version"],
  ])(
    "%s for a dictionary changed meanwhile, when the caller names %s: the change is kept",
    async (status, named) => {
      const as = await aMember(await aTenant());
      const made = await call("POST", PATH, { as, body: ofValue("first") });
      const path = `${PATH}/${(await made.json<{ id: string }>()).id}`;
      const etag = made.headers.get("etag") ?? "";
      let changed: Promise<Response> | undefined;
      const DB = overtakenDatabase(async () => {
        changed ??= call("PATCH", path, { as, body: { name: "another" } });
        await changed;
      });
      const authorization = `Bearer ${as}`;
      const headers =
        named === "its version" ? { authorization, "if-match": etag } : { authorization };
      const late = await anApp({}, { DB }).request(path, { method: "DELETE", headers });
      expect([(await changed)?.status, late.status]).toEqual([204, status]);
      const left = await call("GET", path, { as });
      expect(await left.json()).toMatchObject({ name: "another", version: 2 });
    },
  );
});
