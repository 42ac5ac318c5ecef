import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { MAX_SESSIONS_LISTED, startSession } from "../../src/access/index.ts";
import { listSessions } from "../../src/access/sessions/own-sessions.ts";
import { recallSession } from "../../src/access/sessions/session.ts";
import { database, sha256 } from "../../src/platform/index.ts";
import { anApp } from "../support/app.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, visitor, type Visitor } from "../support/visitor.ts";

const ACCOUNT = "/portal/account";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** The same person in another browser, signed in that many milliseconds ago. */
async function inAnotherBrowser({ personId }: Visitor, ago = 0): Promise<Visitor> {
  const secret = await startSession(database(env), personId, "passkey", Date.now() - ago);
  return visitor(`__Host-sid=${secret}`, personId);
}

async function aPerson(): Promise<Visitor> {
  return aVisitor("viewer", [await aTenant()]);
}

async function endFormsOn(who: Visitor): Promise<string[]> {
  const page = await (await who.get(ACCOUNT)).text();
  return Array.from(
    page.matchAll(/action="([^"]*\/sessions\/\w+\/end)"/g),
    ([, path = ""]) => path,
  );
}

async function auditLinesOf({ personId }: Visitor) {
  const { results } = await env.DB.prepare(
    "select detail from audit_log where actor = ? and action = 'session.ended' order by seq",
  )
    .bind(`person:${personId}`)
    .all<{ detail: string }>();
  return results.map(({ detail }) => JSON.parse(detail) as { by: string; startedAt: string });
}

const statusOf = async (who: Visitor) => (await who.get(ACCOUNT)).status;

describe("a session", () => {
  /** A session with these times; the result says whether it is listed and whether it is accepted. */
  async function aSession(begun: number, seen: number) {
    const db = database(env);
    const { personId } = await aPerson();
    const secret = await startSession(db, personId, "passkey", begun);
    const set = env.DB.prepare("update sessions set seen_at = ? where hash = ?");
    await set.bind(seen, sha256(secret)).run();
    return async (now: number) => [
      (await listSessions(db, { personId, secret }, now)).some(({ isThis }) => isThis),
      (await recallSession(db, secret, now, { fresh: true })) !== undefined,
    ];
  }

  it("ends exactly eight hours after it was last seen, both in the list and for a request", async () => {
    const at = Date.now();
    const isOpen = await aSession(at, at);
    expect(await isOpen(at + 8 * HOUR_MS)).toEqual([false, false]);
    expect(await isOpen(at + 8 * HOUR_MS - 1)).toEqual([true, true]);
  });

  it("counts as seen again by a visit five minutes after the last one that counted, not by an earlier one", async () => {
    const at = Date.now();
    const isOpen = await aSession(at, at);
    expect(await isOpen(at + 5 * MINUTE_MS - 1)).toEqual([true, true]);
    expect(await isOpen(at + 8 * HOUR_MS)).toEqual([false, false]);
    const seen = at + 5 * MINUTE_MS;
    expect(await isOpen(seen)).toEqual([true, true]);
    expect(await isOpen(seen + 8 * HOUR_MS)).toEqual([false, false]);
    expect(await isOpen(seen + 8 * HOUR_MS - 1)).toEqual([true, true]);
  });

  it("ends exactly a week after it began, even if it was seen just now", async () => {
    const at = Date.now();
    const isOpen = await aSession(at - WEEK_MS, at - 1);
    expect(await isOpen(at)).toEqual([false, false]);
    expect(await isOpen(at - 1)).toEqual([true, true]);
  });
});

describe("the sessions on the account page", () => {
  it("are the reader's open ones, the current one marked and first, with ids that open no session", async () => {
    const ana = await aPerson();
    const others = [await inAnotherBrowser(ana, HOUR_MS), await inAnotherBrowser(ana, 2 * HOUR_MS)];
    await inAnotherBrowser(ana, 9 * HOUR_MS);
    await inAnotherBrowser(await aPerson());
    const page = await (await ana.get(ACCOUNT)).text();
    expect(page.match(/>This one</g)).toHaveLength(1);
    expect(page.indexOf(">This one<")).toBeLessThan(page.indexOf("/end"));
    const names = await endFormsOn(ana);
    expect(names).toHaveLength(2);
    expect(await endFormsOn(others[0] ?? ana)).toContain(names[1]);
    for (const { cookie } of [ana, ...others]) {
      const secret = cookie.replace("__Host-sid=", "");
      for (const told of [secret, sha256(secret)]) expect(page).not.toContain(told.slice(0, 20));
    }
    for (const path of names) {
      const id = path.split("/").at(-2) ?? "";
      expect((await visitor(`__Host-sid=${id}`).get(ACCOUNT)).status).toBe(303);
    }
  });

  it("are only the newest ones if there are many, which the page says in Spanish", async () => {
    const ana = await aPerson();
    await env.DB.batch(
      Array.from({ length: MAX_SESSIONS_LISTED + 5 }, (_, at) =>
        env.DB.prepare(
          "insert into sessions (hash, person_id, created_at, seen_at) values (?, ?, ?, ?)",
        ).bind(crypto.randomUUID(), ana.personId, Date.now() - 1000 - at, Date.now()),
      ),
    );
    expect(await endFormsOn(ana)).toHaveLength(MAX_SESSIONS_LISTED - 1);
    const page = await ana.get(ACCOUNT, { "accept-language": "es" });
    expect(await page.text()).toContain("Se muestran las 50 más recientes.");
  });
});

describe("ending one's own sessions", () => {
  it("ends the chosen one at once, with an audit line; 404 the second time", async () => {
    const ana = await aPerson();
    const [gone, stays] = [await inAnotherBrowser(ana, 1234), await inAnotherBrowser(ana, HOUR_MS)];
    expect(await statusOf(gone)).toBe(200);
    const [path = ""] = await endFormsOn(ana);
    const answer = await ana.post(path);
    expect(answer.headers.get("location")).toBe(ACCOUNT);
    expect([await statusOf(gone), await statusOf(stays)]).toEqual([303, 200]);
    const row = env.DB.prepare("select created_at as at from sessions where hash = ?");
    const at = await row.bind(sha256(gone.cookie.replace("__Host-sid=", ""))).first<number>("at");
    const startedAt = new Date(at ?? 0).toISOString();
    expect(await auditLinesOf(ana)).toEqual([{ by: "account", startedAt }]);
    expect((await ana.post(path)).status).toBe(404);
    expect(await auditLinesOf(ana)).toHaveLength(1);
  });

  it("takes effect within 15 seconds in another isolate that has the session cached", async () => {
    const ana = await aPerson();
    const gone = await inAnotherBrowser(ana);
    let now = Date.now();
    const app = anApp({ now: () => now });
    const status = async () =>
      (await app.request(ACCOUNT, { headers: { cookie: gone.cookie } })).status;
    expect(await status()).toBe(200);
    await env.DB.prepare("update sessions set ended_at = 1 where hash = ?")
      .bind(sha256(gone.cookie.replace("__Host-sid=", "")))
      .run();
    now += 15_000;
    expect(await status()).toBe(303);
  });

  it("ends all other sessions of the person, each with an audit line, and nobody else's", async () => {
    const ana = await aPerson();
    const others = [await inAnotherBrowser(ana, 1000), await inAnotherBrowser(ana, 2000)];
    const beto = await aPerson();
    for (const one of others) expect(await statusOf(one)).toBe(200);
    expect((await ana.post(`${ACCOUNT}/sessions/end-others`)).status).toBe(303);
    for (const one of others) expect(await statusOf(one)).toBe(303);
    expect([await statusOf(ana), await statusOf(beto)]).toEqual([200, 200]);
    expect(await auditLinesOf(ana)).toHaveLength(2);
    expect((await ana.post(`${ACCOUNT}/sessions/end-others`)).status).toBe(303);
    expect(await auditLinesOf(ana)).toHaveLength(2);
  });

  it("404 for another person's session, which stays open", async () => {
    const [ana, beto] = [await aPerson(), await aPerson()];
    const second = await inAnotherBrowser(ana, HOUR_MS);
    const [path = ""] = await endFormsOn(ana);
    expect((await beto.post(path)).status).toBe(404);
    expect(await statusOf(second)).toBe(200);
  });

  it("403 from another site", async () => {
    const ana = await aPerson();
    await inAnotherBrowser(ana, HOUR_MS);
    const foreign = { "sec-fetch-site": "cross-site" };
    for (const path of [...(await endFormsOn(ana)), `${ACCOUNT}/sessions/end-others`]) {
      expect((await ana.post(path, {}, foreign)).status).toBe(403);
    }
    expect(await endFormsOn(ana)).toHaveLength(1);
  });

  it("is saved together with its audit line or not at all, at whichever database call the Worker dies", async () => {
    const statuses: number[] = [];
    for (let calls = 0; calls < 9; calls += 1) {
      const ana = await aPerson();
      await inAnotherBrowser(ana, 1000);
      const { request } = anApp({}, { DB: dyingDatabase(calls) });
      const headers = { cookie: ana.cookie, "sec-fetch-site": "same-origin" };
      const path = `${ACCOUNT}/sessions/end-others`;
      const { status } = await request(path, {
        method: "POST",
        headers,
        body: new URLSearchParams(),
      });
      expect(await auditLinesOf(ana)).toHaveLength(status === 303 ? 1 : 0);
      expect(await endFormsOn(ana)).toHaveLength(status === 303 ? 0 : 1);
      statuses.push(status);
    }
    expect(new Set(statuses)).toEqual(new Set([500, 303]));
  });
});
