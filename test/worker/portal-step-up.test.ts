import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { isProven, mayAddPasskey } from "../../src/access/index.ts";
import {
  isOurChallenge,
  makeChallenge,
  spendChallenge,
} from "../../src/access/passkeys/challenge.ts";
import { database } from "../../src/platform/index.ts";
import { anApp } from "../support/app.ts";
import { anApiKey, aTenant } from "../support/people.ts";
import { aVisitor, visitor } from "../support/visitor.ts";

const MINUTE = 60_000;

describe("step-up", () => {
  it.each([
    [
      "is not needed five minutes after a sign-in link, before the first passkey",
      { passkeys: 0, provenAt: null, startedAt: 0 },
      5,
      true,
    ],
    [
      "is needed six minutes after a sign-in link",
      { passkeys: 0, provenAt: null, startedAt: 0 },
      6,
      false,
    ],
    [
      "is needed one minute after a sign-in link if there are passkeys",
      { passkeys: 1, provenAt: null, startedAt: 0 },
      1,
      false,
    ],
    [
      "is not needed five minutes after a passkey",
      { passkeys: 1, provenAt: 0, startedAt: 0 },
      5,
      true,
    ],
    ["is needed six minutes after a passkey", { passkeys: 1, provenAt: 0, startedAt: 0 }, 6, false],
  ])("%s", (_name, proof, minutes, proven) => {
    expect(isProven(proof, minutes * MINUTE)).toBe(proven);
  });

  it("a first passkey may be added for an hour after the link, a later one only after a passkey", () => {
    const first = { passkeys: 0, provenAt: null, startedAt: 0 };
    expect(mayAddPasskey(first, 60 * MINUTE)).toBe(true);
    expect(mayAddPasskey(first, 61 * MINUTE)).toBe(false);
    expect(mayAddPasskey({ ...first, passkeys: 1 }, MINUTE)).toBe(false);
  });

  it("303 to the confirmation with the way back, once the link is older than five minutes", async () => {
    const tenantId = await aTenant();
    const { cookie } = await aVisitor("owner", [tenantId]);
    const late = anApp({ now: () => Date.now() + 6 * MINUTE });
    const path = `/portal/t/${tenantId}/keys/new`;
    const headers = { cookie, "sec-fetch-site": "same-origin", "accept-language": "en" };
    const answer = await late.request(path, { headers });
    expect(answer.status).toBe(303);
    const to = `/portal/step-up?next=${encodeURIComponent(path)}`;
    expect(answer.headers.get("location")).toBe(to);
    const page = await late.request(`/portal/step-up?next=${path}`, { headers });
    expect(await page.text()).toContain("older than five minutes");
  });

  it("is not asked for if another isolate has stored a proof after this one cached the session", async () => {
    const tenantId = await aTenant();
    const { cookie, personId } = await aVisitor("owner", [tenantId]);
    await env.DB.prepare(
      `insert into passkeys (id, person_id, name, public_key, counter, transports, created_at)
        values (?1, ?1, 'x', 'x', 0, '[]', 0)`,
    )
      .bind(personId)
      .run();
    const later = Date.now() + 6 * MINUTE;
    const { request } = anApp({ now: () => later });
    const path = `/portal/t/${tenantId}/keys/new`;
    const status = async () => (await request(path, { headers: { cookie } })).status;
    expect(await status()).toBe(303);
    await env.DB.prepare("update sessions set proven_at = ? where person_id = ?")
      .bind(later, personId)
      .run();
    expect(await status()).toBe(200);
  });

  it("is asked for before a key is enabled, but not before it is disabled", async () => {
    const tenantId = await aTenant();
    const { cookie } = await aVisitor("owner", [tenantId]);
    const id = (await anApiKey(tenantId)).slice("rmp_live_".length, "rmp_live_".length + 10);
    const late = anApp({ now: () => Date.now() + 6 * MINUTE });
    const headers = { cookie, "sec-fetch-site": "same-origin", "accept-language": "en" };
    const press = async (what: string) => {
      const path = `/portal/t/${tenantId}/keys/${id}/${what}`;
      const answer = await late.request(path, {
        method: "POST",
        headers,
        body: new URLSearchParams(),
      });
      await answer.body?.cancel();
      const row = env.DB.prepare("select disabled_at is null as counts from api_keys where id = ?");
      return [answer.status, await row.bind(id).first("counts")];
    };
    expect(await press("disable")).toEqual([303, 0]);
    expect(await press("enable")).toEqual([403, 0]);
  });

  it("400 for an invalid credential at sign-in, at step-up and when adding a passkey", async () => {
    const ana = await aVisitor("owner", [await aTenant()]);
    for (const credential of ["", "{", "[]", '{"id":"x"}', "null"]) {
      expect((await visitor("").post("/portal/sign-in/passkey", { credential })).status).toBe(400);
      expect((await ana.post("/portal/step-up", { credential, next: "/portal" })).status).toBe(400);
      const added = await ana.post("/portal/account/passkeys", { credential, name: "x" });
      expect(added.status).toBe(400);
    }
  });
});

describe("a passkey challenge", () => {
  it("is valid for its purpose, with its secret, for five minutes, and once", async () => {
    const made = Buffer.from(makeChallenge("secret", "sign-in", 1000)).toString("base64url");
    const ours = (
      text: string,
      at = 1000,
      purpose: "sign-in" | "add:x" = "sign-in",
      by = "secret",
    ) => isOurChallenge(by, purpose, text, at);
    expect(ours(made)).toBe(true);
    expect(ours(made, 1000 + 5 * MINUTE)).toBe(true);
    expect(ours(made, 1001 + 5 * MINUTE)).toBe(false);
    expect(ours(made, 999)).toBe(false);
    expect(ours(made, 1000, "add:x")).toBe(false);
    expect(ours(made, 1000, "sign-in", "other")).toBe(false);
    expect(ours("")).toBe(false);
    for (const more of ["=", " ", "*"]) expect(ours(`${made}${more}`)).toBe(false);
    const db = database(env);
    expect(await spendChallenge(db, made, Date.now())).toBe(true);
    expect(await spendChallenge(db, made, Date.now())).toBe(false);
  });
});
