import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { addPasskey } from "../../src/access/passkeys/index.ts";
import {
  admitOidcPerson,
  OF_PROVIDER,
  startSession,
  type VouchedFor,
} from "../../src/access/sessions/index.ts";
import { recallSession } from "../../src/access/sessions/session.ts";
import { startByPasskey } from "../../src/access/sessions/start-session.ts";
import { settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import {
  aPasskey,
  type Kind,
  type PageOptions,
  type Passkey,
  type Ways,
} from "../support/authenticator.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, visitor, type Visitor } from "../support/visitor.ts";

const HOME = "http://rampart.test";
const ACCOUNT = "/portal/account";
const STEP_UP = "/portal/step-up";
const SIGN_IN = "/portal/sign-in";

/** The passkey options for the browser in the form of a page. */
async function optionsOn(who: Visitor, path: string): Promise<PageOptions> {
  const page = await (await who.get(path)).text();
  const [, found = ""] = /data-options="([^"]*)"/.exec(page) ?? [];
  const text = found.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  return JSON.parse(text) as PageOptions;
}

async function aPerson(): Promise<Visitor> {
  return aVisitor("owner", [await aTenant()]);
}

async function add(who: Visitor, passkey: Passkey, ways?: Ways, options?: PageOptions) {
  const credential = await passkey.create(options ?? (await optionsOn(who, ACCOUNT)), ways);
  return who.post(`${ACCOUNT}/passkeys`, { credential, name: "Key" });
}

/** Adds another passkey at a later time, with options from a page that was loaded before. */
async function addAt(who: Visitor, options: PageOptions, now: number) {
  const credential = await (await aPasskey(HOME)).create(options);
  const db = database(env);
  const secret = who.cookie.replace("__Host-sid=", "");
  const signedIn = await recallSession(db, secret, now, { fresh: true });
  if (signedIn === undefined) throw new Error("signed out");
  const ceremony = { origin: HOME, secret: env.API_KEY_MAC_SECRET, now };
  return addPasskey(db, signedIn, { credential, name: "Late" }, ceremony);
}

async function stepUp(who: Visitor, passkey: Passkey, ways?: Ways, options?: PageOptions) {
  const credential = await passkey.get(options ?? (await optionsOn(who, STEP_UP)), ways);
  return who.post(STEP_UP, { credential, next: "/portal" });
}

async function aPersonWithPasskey(counter = 0, kind?: Kind): Promise<[Visitor, Passkey]> {
  const [who, passkey] = [await aPerson(), await aPasskey(HOME, kind)];
  expect((await add(who, passkey, { counter })).status).toBe(303);
  return [who, passkey];
}

const ELSEWHERE: [string, Ways][] = [
  ["made on another site", { origin: "https://rampart.example" }],
  ["made for another host", { rpId: "example.com" }],
  ["made without asking the person", { verified: false }],
];

describe("a passkey", () => {
  it.each(["ES256", "EdDSA", "RS256"] as const)(
    "of %s is added, confirms the person at step-up, and signs in once",
    async (kind) => {
      const [who, passkey] = await aPersonWithPasskey(0, kind);
      expect(await (await who.get(ACCOUNT)).text()).toContain("Key");
      expect((await stepUp(who, passkey)).status).toBe(303);
      const stranger = visitor("");
      const credential = await passkey.get(await optionsOn(stranger, SIGN_IN));
      const signedIn = await stranger.post(`${SIGN_IN}/passkey`, { credential });
      expect(signedIn.status).toBe(303);
      expect(signedIn.headers.get("set-cookie")).toContain("__Host-sid=");
      const again = await stranger.post(`${SIGN_IN}/passkey`, { credential });
      expect(again.status).toBe(400);
      expect(again.headers.get("set-cookie")).toBeNull();
    },
  );

  it("is asked for by a notice until there is one, and by another until there are two", async () => {
    const tenantId = await aTenant();
    const who = await aVisitor("viewer", [tenantId]);
    const said = async (path: string) => {
      const page = await (await who.get(path)).text();
      return [/You have no passkey yet/, /Two passkeys are better/].map((text) => text.test(page));
    };
    const home = `/portal/t/${tenantId}`;
    expect([await said(home), await said(ACCOUNT)]).toEqual([
      [true, false],
      [true, true],
    ]);
    const mark =
      /<a href="\/portal\/account"[^>]*><span class="who">[^<]*<\/span> <small>viewer<\/small> <span class="badge warn">no passkey<\/span>/;
    const list = async () => (await who.get(`${home}/inspections`)).text();
    expect(await list()).toMatch(mark);
    expect((await add(who, await aPasskey(HOME))).status).toBe(303);
    expect([await said(home), await said(ACCOUNT)]).toEqual([
      [false, true],
      [false, true],
    ]);
    expect(await list()).not.toMatch(mark);
    expect((await add(who, await aPasskey(HOME))).status).toBe(303);
    expect([await said(home), await said(ACCOUNT)]).toEqual([
      [false, false],
      [false, false],
    ]);
  });

  it.each(ELSEWHERE)("is not added when it was %s", async (_name, ways) => {
    expect((await add(await aPerson(), await aPasskey(HOME), ways)).status).toBe(400);
  });

  it("403 for adding one in a session that was ended elsewhere a moment ago", async () => {
    const [who, passkey] = [await aPerson(), await aPasskey(HOME)];
    const options = await optionsOn(who, ACCOUNT);
    const query = env.DB.prepare("update sessions set ended_at = 1 where person_id = ?");
    await query.bind(who.personId).run();
    const added = await add(who, passkey, {}, options);
    const kept = env.DB.prepare("select count(*) as n from passkeys where person_id = ?");
    expect(await kept.bind(who.personId).first("n")).toBe(0);
    expect(added.status).toBe(403);
    expect(await added.text()).toContain("This session has ended. Sign in again.");
  });

  it("is not added in a session without a proof for five minutes, even from a page loaded before", async () => {
    const [who] = await aPersonWithPasskey();
    const [early, late] = [await optionsOn(who, ACCOUNT), await optionsOn(who, ACCOUNT)];
    const prove = env.DB.prepare("update sessions set proven_at = ? where person_id = ?");
    const proven = (at: number | null) => prove.bind(at, who.personId).run();
    const now = Date.now();
    for (const at of [null, now - 5 * 60_000 - 1]) {
      await proven(at);
      expect(await addAt(who, early, now)).toMatchObject({ status: 403, error: "passkey_needed" });
    }
    await proven(now - 5 * 60_000);
    expect(await addAt(who, late, now)).toBeUndefined();
  });

  it("is not added as the first one over an hour after sign-in, even from a page loaded before", async () => {
    const who = await aPerson();
    const options = await optionsOn(who, ACCOUNT);
    const now = Date.now();
    const begin = env.DB.prepare("update sessions set created_at = ? where person_id = ?");
    await begin.bind(now - 60 * 60_000 - 1, who.personId).run();
    expect(await addAt(who, options, now)).toMatchObject({ status: 403, error: "passkey_needed" });
  });

  it("400 for adding one with a challenge of another person, for another use, or already used", async () => {
    const [ana, ben] = [await aPerson(), await aPerson()];
    const passkey = await aPasskey(HOME);
    const foreign = await optionsOn(ben, ACCOUNT);
    expect((await add(ana, passkey, {}, foreign)).status).toBe(400);
    const signIn = await optionsOn(visitor(""), SIGN_IN);
    expect((await add(ana, passkey, {}, signIn)).status).toBe(400);
    const own = await optionsOn(ana, ACCOUNT);
    expect((await add(ana, passkey, {}, own)).status).toBe(303);
    expect((await add(ana, await aPasskey(HOME), {}, own)).status).toBe(400);
  });

  it.each(["=", " ", "\n"])(
    "400 for adding one with a used challenge and %j behind it",
    async (more) => {
      const ana = await aPerson();
      const { challenge } = await optionsOn(ana, ACCOUNT);
      expect((await add(ana, await aPasskey(HOME), {}, { challenge })).status).toBe(303);
      const again = { challenge: `${challenge}${more}` };
      expect((await add(ana, await aPasskey(HOME), {}, again)).status).toBe(400);
    },
  );

  it("is added with an id of 1,023 bytes; 400 with a longer one", async () => {
    const ana = await aPerson();
    expect((await add(ana, await aPasskey(HOME, "ES256", 1023))).status).toBe(303);
    expect((await add(ana, await aPasskey(HOME, "ES256", 1024))).status).toBe(400);
  });

  it("is the only first one of two that are added at the same time: 403 for the other", async () => {
    const who = await aPerson();
    const asked = await Promise.all([1, 2].map(() => optionsOn(who, ACCOUNT)));
    const come = async (options: PageOptions) => add(who, await aPasskey(HOME), {}, options);
    const statuses = (await Promise.all(asked.map(come))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([303, 403]);
    expect((await add(who, await aPasskey(HOME))).status).toBe(303);
  });

  it("409 for adding a 21st one, even if two are added at the same time", async () => {
    const [who] = await aPersonWithPasskey();
    const fill = env.DB.prepare(
      `insert into passkeys (id, person_id, name, public_key, counter, transports, created_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)
        select ?1 || i, ?1, 'x', '', 0, '[]', 0 from n`,
    );
    await fill.bind(who.personId, 18).run();
    const asked = await Promise.all([1, 2].map(() => optionsOn(who, ACCOUNT)));
    const come = async (options: PageOptions) => add(who, await aPasskey(HOME), {}, options);
    const statuses = (await Promise.all(asked.map(come))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([303, 409]);
    const refused = await add(who, await aPasskey(HOME), {}, await optionsOn(who, ACCOUNT));
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("A person may have at most 20 passkeys.");
  });

  it("400 for signing in with a removed person's one", async () => {
    const [who, passkey] = await aPersonWithPasskey();
    const ended = env.DB.prepare("update people set disabled_at = 1 where id = ?");
    await ended.bind(who.personId).run();
    const stranger = visitor("");
    const credential = await passkey.get(await optionsOn(stranger, SIGN_IN));
    const answer = await stranger.post(`${SIGN_IN}/passkey`, { credential });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it("starts no session if the one that was used is gone, though its person has another", async () => {
    const who = await aPerson();
    await add(who, await aPasskey(HOME));
    const db = database(env);
    const now = Date.now();
    const secret = settle(await startByPasskey(db, who.personId, now));
    expect(await recallSession(db, secret, now)).toBeUndefined();
    await env.DB.prepare("update passkeys set used_at = ? where person_id = ?")
      .bind(now, who.personId)
      .run();
    const other = settle(await startByPasskey(db, who.personId, now));
    expect(await recallSession(db, other, now)).toMatchObject({ personId: who.personId });
  });

  it("of a person signed in by a provider serves step-up but not sign-in; ending all sessions deletes it", async () => {
    const tenantId = await aTenant();
    const db = database(env);
    const personId = `${OF_PROVIDER}${crypto.randomUUID()}`;
    const issuer = "https://login.example";
    const known: VouchedFor = {
      personId,
      name: "Ana",
      role: "viewer",
      tenants: [tenantId],
      issuer,
    };
    expect(await admitOidcPerson(db, known, Date.now())).toBe(personId);
    const secret = await startSession(db, personId, "oidc", Date.now());
    const proven = env.DB.prepare("select proven_at from sessions where person_id = ?");
    expect(await proven.bind(personId).first()).toEqual({ proven_at: null });
    const [who, passkey] = [visitor(`__Host-sid=${secret}`), await aPasskey(HOME)];
    expect((await add(who, passkey)).status).toBe(303);
    expect((await stepUp(who, passkey)).status).toBe(303);
    const stranger = visitor("");
    const credential = await passkey.get(await optionsOn(stranger, SIGN_IN));
    const refused = await stranger.post(`${SIGN_IN}/passkey`, { credential });
    expect([refused.status, refused.headers.get("set-cookie")]).toEqual([403, null]);
    expect(await refused.text()).toContain("identity provider signs you in");

    const owner = await aVisitor("owner", [tenantId]);
    const page = await (await owner.get(`/portal/t/${tenantId}/members/${personId}`)).text();
    expect(page).toMatch(/>End all sessions<\/summary><p>[^<]+ Their access tokens stay/);
    const ended = await owner.post(`/portal/t/${tenantId}/members/${personId}/recover`);
    expect([ended.status, ended.headers.get("location")]).toEqual([
      303,
      `/portal/t/${tenantId}/members`,
    ]);
    for (const table of ["passkeys", "invites"]) {
      const left = env.DB.prepare(`select count(*) as n from ${table} where person_id = ?`);
      expect(await left.bind(personId).first("n")).toBe(0);
    }
    const open = "select count(*) as n from sessions where person_id = ? and ended_at is null";
    expect(await env.DB.prepare(open).bind(personId).first("n")).toBe(0);
  });

  it("400 for adding the same one twice, or as another person", async () => {
    const [ana, passkey] = await aPersonWithPasskey();
    expect((await add(ana, passkey)).status).toBe(400);
    expect((await add(await aPerson(), passkey)).status).toBe(400);
  });

  it.each(ELSEWHERE)("400 at step-up when it was %s", async (_name, ways) => {
    const [who, passkey] = await aPersonWithPasskey();
    expect((await stepUp(who, passkey, ways)).status).toBe(400);
  });

  it("400 at step-up for another person, with another person's id or key, or a second time", async () => {
    const [[ana, anas], [ben, bens]] = [await aPersonWithPasskey(), await aPersonWithPasskey()];
    expect((await stepUp(ana, bens)).status).toBe(400);
    expect((await stepUp(ben, bens, { key: anas.key })).status).toBe(400);
    expect((await stepUp(ben, bens, { person: ana.personId })).status).toBe(400);
    expect((await stepUp(ben, bens, { person: ben.personId })).status).toBe(303);
    const options = await optionsOn(ana, STEP_UP);
    expect((await stepUp(ana, anas, {}, options)).status).toBe(303);
    expect((await stepUp(ana, anas, {}, options)).status).toBe(400);
  });

  it("400 at step-up if its counter did not rise, as a copy's would not", async () => {
    const [who, passkey] = await aPersonWithPasskey(4);
    expect((await stepUp(who, passkey, { counter: 4 })).status).toBe(400);
    expect((await stepUp(who, passkey, { counter: 5 })).status).toBe(303);
    expect((await stepUp(who, passkey, { counter: 5 })).status).toBe(400);
    expect((await stepUp(who, passkey, { counter: 3 })).status).toBe(400);
    expect((await stepUp(who, passkey, { counter: 0 })).status).toBe(400);
  });

  it("is accepted once if it and its copies send the same counter at the same time", async () => {
    const [who, passkey] = await aPersonWithPasskey(4);
    const asked = await Promise.all([1, 2, 3].map(async () => optionsOn(who, STEP_UP)));
    const come = async (options: PageOptions) => stepUp(who, passkey, { counter: 5 }, options);
    const answers = await Promise.all(asked.map(come));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
  });

  it("keeps the higher of two counters sent at the same time: 400 for one between them", async () => {
    const [who, passkey] = await aPersonWithPasskey(4);
    const asked = await Promise.all([9, 7].map(async () => optionsOn(who, STEP_UP)));
    await Promise.all(
      asked.map(async (options, at) => stepUp(who, passkey, { counter: 9 - 2 * at }, options)),
    );
    expect((await stepUp(who, passkey, { counter: 8 })).status).toBe(400);
    expect((await stepUp(who, passkey, { counter: 10 })).status).toBe(303);
  });

  it("confirms the person in one browser only, not in another session of the same person", async () => {
    const [who, passkey] = await aPersonWithPasskey();
    const secret = await startSession(database(env), who.personId, "oidc", Date.now());
    expect((await stepUp(who, passkey)).status).toBe(303);
    const removeNone = async (by: Visitor) =>
      (await by.post(`${ACCOUNT}/passkeys/none/remove`)).status;
    expect(await removeNone(visitor(`__Host-sid=${secret}`))).toBe(403);
    expect(await removeNone(who)).toBe(404);
  });

  it("is removed by its owner; 404 for another person", async () => {
    const [[ana, anas], [ben]] = [await aPersonWithPasskey(), await aPersonWithPasskey()];
    const path = `${ACCOUNT}/passkeys/${anas.id}/remove`;
    expect((await ben.post(path)).status).toBe(404);
    expect((await stepUp(ana, anas)).status).toBe(303);
    expect((await ana.post(path)).status).toBe(303);
    expect(await (await ana.get(ACCOUNT)).text()).not.toContain(anas.id);
  });
});
