import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";

const PATH = "/detection-dictionaries";

async function make(as: string): Promise<{ id: string }> {
  const body = { name: "Scam words", kind: "terms", entries: [{ value: "lottery", weight: 5 }] };
  const answer = await call("POST", PATH, { as, body });
  expect(answer.status).toBe(200);
  return answer.json();
}

describe("the version of a dictionary", () => {
  it("204 for a change to its present values: no new version, no further audit line", async () => {
    const as = await aMember(await aTenant());
    const { id } = await make(as);
    const entries = [
      { value: "Prize", weight: 3 },
      { value: "winner", note: "ours" },
    ];
    const body = { name: "Other", entries, tags: ["a"], appliesTo: ["agents"], language: "es" };
    for (const headers of [{}, {}, { "if-match": `"${id}.2"` }]) {
      const answer = await call("PATCH", `${PATH}/${id}`, { as, headers, body });
      expect([answer.status, answer.headers.get("etag")]).toEqual([204, `"${id}.2"`]);
    }
    const log = await call("GET", "/admin/audit?action=dictionary.changed", { as });
    expect(await log.json()).toMatchObject({ total: 1 });
  });

  it("204 for tags and uses listed twice, which are stored once: no new version", async () => {
    const as = await aMember(await aTenant());
    const { id } = await make(as);
    const patch = (body: object) => call("PATCH", `${PATH}/${id}`, { as, body });
    await patch({ tags: ["a", "b"], appliesTo: ["inspection"] });
    const again = await patch({ tags: ["a", " b", "a"], appliesTo: ["inspection", "inspection"] });
    expect([again.status, again.headers.get("etag")]).toEqual([204, `"${id}.2"`]);
  });

  it("204 if a change leaves alone entries that a newer rule refuses; 400 if entries or kind change", async () => {
    const as = await aMember(await aTenant());
    const { id } = await make(as);
    const old = [{ value: "(a+)+$", weight: 1 }];
    await env.DB.prepare("UPDATE dictionaries SET kind = 'regex', entries = ? WHERE id = ?")
      .bind(JSON.stringify(old), id)
      .run();
    const patch = async (body: object) =>
      (await call("PATCH", `${PATH}/${id}`, { as, body })).status;
    expect(await patch({ enabled: false, name: "Old" })).toBe(204);
    const now = await call("GET", `${PATH}/${id}`, { as });
    expect(await now.json()).toMatchObject({
      enabled: false,
      name: "Old",
      entries: old,
      version: 2,
    });
    // As a form of the portal sends it, with every field.
    expect(await patch({ entries: old, kind: "regex", enabled: true })).toBe(204);
    expect(await patch({ entries: [...old, { value: "b" }] })).toBe(400);
    expect(await patch({ kind: "domains" })).toBe(400);
  });

  it("204 for If-Match with * or with the current ETag in a list; 412 for a weak ETag", async () => {
    const as = await aMember(await aTenant());
    const { id } = await make(as);
    const statusFor = async (tags: string) => {
      const headers = { "if-match": tags };
      return (await call("PATCH", `${PATH}/${id}`, { as, headers, body: {} })).status;
    };
    expect(await statusFor("*")).toBe(204);
    expect(await statusFor(`"other", "${id}.1"`)).toBe(204);
    expect(await statusFor(`W/"${id}.1"`)).toBe(412);
    expect(await statusFor('"other", *')).toBe(412);
  });

  it("403 for a member with another version of a global dictionary, as with the present one", async () => {
    const { id } = await make(await anOperator());
    const as = await aMember(await aTenant());
    for (const version of [1, 9]) {
      const headers = { "if-match": `"${id}.${version}"` };
      for (const [method, body] of [["PATCH", {}], ["DELETE"]] as const) {
        expect((await call(method, `${PATH}/${id}`, { as, headers, body })).status).toBe(403);
      }
    }
  });
});
