import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { aPasskey, type PageOptions } from "../support/authenticator.ts";
import { overtakenDatabase } from "../support/dying-database.ts";
import { plain } from "../support/form-of.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, visitor, type Visitor } from "../support/visitor.ts";

const HOME = "http://rampart.test";
const ACCOUNT = "/portal/account";

async function optionsOn(who: Visitor, path: string): Promise<PageOptions> {
  const page = await (await who.get(path)).text();
  const [, found = ""] = /data-options="([^"]*)"/.exec(page) ?? [];
  return JSON.parse(plain(found)) as PageOptions;
}

/** Ana, and a colleague who recovers her: her sessions, passkeys and links end. */
async function anaAndColleague() {
  const tenantId = await aTenant();
  const [ana, ben] = [await aVisitor("owner", [tenantId]), await aVisitor("owner", [tenantId])];
  const recover = async () => {
    const done = await ben.post(`/portal/t/${tenantId}/members/${ana.personId}/recover`);
    expect(done.status).toBe(201);
  };
  const left = async (table: "passkeys" | "sessions") => {
    const open = table === "sessions" ? "and ended_at is null" : "";
    const query = `select count(*) as n from ${table} where person_id = ? ${open}`;
    return env.DB.prepare(query).bind(ana.personId).first("n");
  };
  return { tenantId, ana, recover, left };
}

/** Sends a form; `meanwhile` runs right before its change of the database number `at`. */
async function overtaken(
  { cookie }: Visitor,
  at: number,
  meanwhile: () => Promise<void>,
  path: string,
  fields: Record<string, string>,
): Promise<number> {
  let batches = 0;
  const DB = overtakenDatabase(async () => {
    batches += 1;
    if (batches === at) await meanwhile();
  });
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const init = { method: "POST", headers, body: new URLSearchParams(fields) };
  const { status } = await anApp({}, { DB }).request(`${HOME}${path}`, init);
  expect(batches).toBeGreaterThanOrEqual(at);
  return status;
}

describe("a person recovered while a thief's request is under way", () => {
  it("has no passkey of the thief: 403", async () => {
    const { ana, recover, left } = await anaAndColleague();
    const credential = await (await aPasskey(HOME)).create(await optionsOn(ana, ACCOUNT));
    const fields = { credential, name: "Thief" };
    expect(await overtaken(ana, 2, recover, `${ACCOUNT}/passkeys`, fields)).toBe(403);
    expect(await left("passkeys")).toBe(0);
  });

  it("has no session of a passkey that has ended", async () => {
    const { ana, recover, left } = await anaAndColleague();
    const passkey = await aPasskey(HOME);
    const credential = await passkey.create(await optionsOn(ana, ACCOUNT));
    expect((await ana.post(`${ACCOUNT}/passkeys`, { credential, name: "Key" })).status).toBe(303);
    const thief = visitor("");
    const answer = await passkey.get(await optionsOn(thief, "/portal/sign-in"));
    const path = "/portal/sign-in/passkey";
    expect(await overtaken(thief, 2, recover, path, { credential: answer })).toBe(303);
    expect(await left("sessions")).toBe(0);
  });

  it.each([
    ["members/invite", { name: "Eva", role: "owner" }, "people"],
    ["codes/new", { maxUses: "1", ttlSeconds: "1" }, "enrollment_codes"],
  ])("leaves no row made by %s: 401", async (page, fields: Record<string, string>, table) => {
    const { tenantId, ana, recover } = await anaAndColleague();
    expect(await overtaken(ana, 1, recover, `/portal/t/${tenantId}/${page}`, fields)).toBe(401);
    const made = env.DB.prepare(`select count(*) as n from ${table} where created_by = ?`);
    expect(await made.bind(`person:${ana.personId}`).first("n")).toBe(0);
  });
});
