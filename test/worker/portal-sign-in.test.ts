import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { acceptInvite, invitePerson, PERMISSIONS } from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import { withAnotherSecret } from "../support/another-secret.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { aMember, anOperator, aTenant, ROOT } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const HERE = { "sec-fetch-site": "same-origin" };
const HOUR_MS = 3_600_000;

async function anInvite(as: string, more: object = {}): Promise<string> {
  const body = { name: "Ana", role: "viewer", ...more };
  const answer = await call("POST", "/admin/invites", { as, body });
  expect(answer.status).toBe(201);
  return new URL((await answer.json<{ url: string }>()).url).pathname;
}

async function postTo(path: string, cookie = ""): Promise<Response> {
  return exports.default.fetch(`http://rampart.test${path}`, {
    method: "POST",
    headers: { ...HERE, cookie },
    redirect: "manual",
  });
}

const cookieOf = (answer: Response) => answer.headers.get("set-cookie")?.split(";")[0] ?? "";

describe("POST /admin/invites", () => {
  it("403 for a role or a tenant beyond the inviter's own", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId, ["members:write"]);
    const path = "/admin/invites";
    const more = await call("POST", path, { as, body: { name: "x", role: "owner" } });
    expect(more.status).toBe(403);
    const owner = await aMember(tenantId);
    const foreign = await aTenant();
    for (const tenants of [[foreign], [tenantId, foreign]]) {
      const body = { name: "x", role: "viewer", tenants };
      expect((await call("POST", path, { as: owner, body })).status).toBe(403);
    }
  });
});

describe("the sign-in link", () => {
  it("opens any number of times, and signs in once: 410 the second time", async () => {
    const path = await anInvite(await anOperator());
    expect((await call("GET", path)).status).toBe(200);
    expect((await call("GET", path)).status).toBe(200);
    const statuses = (await Promise.all([postTo(path), postTo(path)])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([303, 410]);
    const begun = env.DB.prepare(
      `select count(*) as sessions, (select count(*) from audit_log
         where action = 'session.started' and actor = 'person:' || person_id) as traces
       from sessions where person_id = (select person_id from invites where id = ?)`,
    );
    const id = path.split("_")[2] ?? "";
    expect(await begun.bind(id).first()).toEqual({ sessions: 1, traces: 1 });
  });

  it("signs in until the moment it expires, and 410 from that moment on", async () => {
    const db = database(env);
    const permissions = new Set(PERMISSIONS);
    const by = { kind: "operator", subject: "test", reach: "all", permissions } as const;
    const ends = async (early: number) => {
      const order = { name: "Ana", role: "viewer" } as const;
      const { code, expiresAt } = settle(await invitePerson(db, by, order, Date.now()));
      return acceptInvite(db, code, expiresAt - early);
    };
    expect(await ends(1)).toMatch(/^\w{44}$/);
    expect(await ends(0)).toMatchObject({ status: 410, error: "invite_spent" });
  });

  it("sets a cookie for this host only, and leads to the person's own tenant only", async () => {
    const tenantId = await aTenant();
    const foreign = await aTenant();
    const answer = await postTo(await anInvite(await aMember(tenantId)));
    const header = answer.headers.get("set-cookie") ?? "";
    expect(header).toMatch(/^__Host-sid=\w{44};/);
    for (const part of ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"]) {
      expect(header).toContain(part);
    }
    const page = await call("GET", "/portal", { headers: { cookie: cookieOf(answer) } });
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain(tenantId);
    expect(text).not.toContain(foreign);
  });

  it("leaves the same rows in the database as the visitor of the tests, who opens no link", async () => {
    const stored = async (personId: string) => {
      const of = (query: string) => env.DB.prepare(query).bind(personId);
      const found = await env.DB.batch<Record<string, unknown>>([
        of("SELECT *, created_at AS at FROM people WHERE id = ?"),
        of("SELECT *, created_at AS at FROM invites WHERE person_id = ?"),
        of("SELECT *, created_at AS at FROM sessions WHERE person_id = ?"),
        of("SELECT *, 0 AS seq FROM audit_log WHERE ?1 IN (target, substr(actor, 8)) ORDER BY seq"),
      ]);
      // Ids, hashes and times differ for each person, so only their lengths and distances are compared.
      const own = (row: Record<string, unknown>) => (name: string, value: unknown) =>
        typeof value === "number" && value > 1e12
          ? value - Number(row["at"])
          : name === "hash" || (name === "id" && value !== personId)
            ? String(value).length
            : value;
      return found.flatMap(({ results }) =>
        results.map((row) => JSON.stringify(row, own(row)).replaceAll(personId, "ana")),
      );
    };
    const [db, now] = [database(env), Date.now()];
    const tenants = [await aTenant()];
    for (const of of [undefined, tenants]) {
      const order = { name: "Ana", role: "viewer", tenants: of } as const;
      const { code, personId } = settle(await invitePerson(db, ROOT, order, now));
      settle(await acceptInvite(db, code, now));
      const visitor = await aVisitor("viewer", of);
      expect(await stored(visitor.personId)).toEqual(await stored(personId));
    }
  });

  it("has a button that sends to the link's own address, whatever path its code contains", async () => {
    const page = await call("GET", "/portal/sign-in/..%2Ft%2Facme%2Fkeys%2F0123456789%2Fdelete");
    const text = await page.text();
    const main = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
    expect(main).not.toContain("acme");
    expect(main).toContain('<form method="post">');
  });

  it("is not the address of a refused passkey: 303 to the sign-in page", async () => {
    const again = await exports.default.fetch("http://rampart.test/portal/sign-in/passkey", {
      redirect: "manual",
    });
    expect(again.status).toBe(303);
    expect(again.headers.get("location")).toBe("/portal/sign-in");
  });

  it("410 if made up, changed or over a day old", async () => {
    expect((await postTo("/portal/sign-in/rmp_inv_x")).status).toBe(410);
    const path = await anInvite(await anOperator());
    const at = path.lastIndexOf("/") + 1;
    const forged = path.slice(0, at) + withAnotherSecret(path.slice(at));
    expect((await postTo(forged)).status).toBe(410);
    const late = anApp({ now: () => Date.now() + 25 * HOUR_MS });
    const answer = await late.request(path, { method: "POST", headers: HERE });
    expect(answer.status).toBe(410);
  });

  it("is used up with a session or not at all, at whichever database call the Worker dies", async () => {
    const path = await anInvite(await anOperator());
    const statuses: number[] = [];
    for (let calls = 0; calls < 6 && !statuses.includes(303); calls += 1) {
      const { request } = anApp({}, { DB: dyingDatabase(calls) });
      statuses.push((await request(path, { method: "POST", headers: HERE })).status);
    }
    expect(statuses.at(-1)).toBe(303);
    expect(statuses.filter((status) => status !== 500)).toEqual([303]);
    expect((await postTo(path)).status).toBe(410);
  });

  it("403 from another site, whatever the content type", async () => {
    const path = await anInvite(await anOperator());
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      // An address typed or opened from elsewhere does not come from a page of the portal.
      { "sec-fetch-site": "none" },
      { "sec-fetch-site": "same-site", "content-type": "text/plain" },
      { origin: "https://evil.example" },
      {},
    ]) {
      expect((await call("POST", path, { headers: { ...headers } })).status).toBe(403);
    }
  });
});

describe("a session of the portal", () => {
  it("ends with sign-out, idle time and absolute time", async () => {
    let now = Date.now();
    const app = anApp({ now: () => now });
    const start = async () => cookieOf(await postTo(await anInvite(await anOperator())));
    const status = async (cookie: string) =>
      (await app.request("/portal/account", { headers: { cookie } })).status;

    const out = await start();
    expect(await status(out)).toBe(200);
    const headers = { ...HERE, cookie: out };
    await app.request("/portal/sign-out", { method: "POST", headers });
    expect(await status(out)).toBe(303);

    const idle = await start();
    now += 8 * HOUR_MS + 1000;
    expect(await status(idle)).toBe(303);

    now = Date.now();
    const used = await start();
    for (let hour = 0; hour < 7 * 24; hour += 7) {
      expect(await status(used)).toBe(200);
      now += 7 * HOUR_MS;
    }
    now += 1000;
    expect(await status(used)).toBe(303);
  });

  it("ends when its browser signs in again, but not when that fails", async () => {
    const as = await anOperator();
    const first = cookieOf(await postTo(await anInvite(as)));
    const status = async (cookie: string) =>
      (await anApp().request("/portal/account", { headers: { cookie } })).status;
    expect((await postTo("/portal/sign-in/rmp_inv_x", first)).status).toBe(410);
    expect(await status(first)).toBe(200);
    const second = cookieOf(await postTo(await anInvite(as), first));
    expect(await status(second)).toBe(200);
    expect(await status(first)).toBe(303);
  });

  it("is no credential for the API: 401", async () => {
    const cookie = cookieOf(await postTo(await anInvite(await anOperator())));
    expect((await call("GET", "/admin/tenants", { headers: { cookie } })).status).toBe(401);
  });
});

describe("pages of the portal", () => {
  it("carry a strict content policy and are never cached", async () => {
    const { headers } = await call("GET", "/portal/sign-in");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    const [get, create] = ["get", "create"].map((what) => `publickey-credentials-${what}=(self)`);
    const policy = headers.get("permissions-policy")?.split(", ") ?? [];
    expect(policy.filter((each) => !each.endsWith("=()"))).toEqual([get, create]);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("strict-transport-security")).toContain("max-age=63072000");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });
});
