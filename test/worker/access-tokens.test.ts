import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { issueToken, mintCredential, PERMISSIONS, type Person } from "../../src/access/index.ts";
import { isRefusal } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import { withAnotherSecret } from "../support/another-secret.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { aMember, aNewOperator, anOperator, aServiceKey, aTenant } from "../support/people.ts";

const DAY_MS = 86_400_000;

interface Issued {
  id: string;
  token: string;
  key: string;
}

const idOf = (token: string) => token.split("_")[2] ?? "";

describe("POST /admin/tokens", () => {
  it("201 shows the token once; the list never shows it", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const body = { name: "CI", permissions: ["dict:read"], tenants: [tenantId] };
    const answer = await call("POST", "/admin/tokens", { as, body });
    expect(answer.status).toBe(201);
    const { token, id } = await answer.json<Issued>();
    expect(token).toMatch(/^rmp_pat_[0-9A-Za-z]{10}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    expect((await call("GET", "/detection-dictionaries", { as: token })).status).toBe(200);
    const list = await (await call("GET", "/admin/tokens", { as })).text();
    expect(list).toContain(id);
    expect(list).not.toContain(token);
    expect(list).not.toContain("hash");
  });

  it("403 for a permission that the issuer lacks", async () => {
    const as = await aMember(await aTenant(), ["tokens:write"]);
    const body = { name: "more", permissions: ["dict:write"] };
    expect((await call("POST", "/admin/tokens", { as, body })).status).toBe(403);
  });

  it("403 for a tenant that the issuer does not reach", async () => {
    const as = await aMember(await aTenant());
    const body = { name: "x", permissions: ["dict:read"], tenants: [await aTenant()] };
    expect((await call("POST", "/admin/tokens", { as, body })).status).toBe(403);
  });

  it.each(["/admin/tokens", "/admin/invites"])(
    "403 by %s for a member naming a foreign or missing tenant, alone or beside the member's own",
    async (path) => {
      const own = await aTenant();
      const as = await aMember(own);
      const more = path === "/admin/tokens" ? { permissions: ["dict:read"] } : { role: "viewer" };
      const foreign = await aTenant();
      const texts = await Promise.all(
        [[foreign], ["nobody-at-all"], [own, foreign]].map(async (tenants) => {
          const body = { name: "x", ...more, tenants };
          const answer = await call("POST", path, { as, body });
          return [answer.status, (await answer.json<{ message: string }>()).message];
        }),
      );
      expect(texts[0]).toEqual([403, "This credential does not reach the named tenant."]);
      expect(texts).toEqual(texts.map(() => texts[0]));
    },
  );

  it.each([
    ["/admin/tokens", { permissions: ["dict:read"] }, "token.issued"],
    ["/admin/invites", { role: "viewer" }, "person.invited"],
  ])(
    "201 by %s is logged for the tenant, though the request names the tenant twice",
    async (path, more, action) => {
      const tenantId = await aTenant();
      const as = await aMember(tenantId);
      const body = { name: "x", ...more, tenants: [tenantId, tenantId] };
      expect((await call("POST", path, { as, body })).status).toBe(201);
      const log = await call("GET", `/admin/audit?tenantId=${tenantId}&action=${action}`, { as });
      const { items } = await log.json<{ items: { actor: string }[] }>();
      expect(items).toContainEqual(expect.objectContaining({ actor: `token:${idOf(as)}` }));
    },
  );

  it("201 without tenants: the token of a member reaches only the member's tenants", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const body = { name: "x", permissions: ["tenants:read"] };
    const { token } = await (await call("POST", "/admin/tokens", { as, body })).json<Issued>();
    const seen = await (await call("GET", "/admin/tenants", { as: token })).json();
    expect(seen).toMatchObject({ total: 1, items: [{ tenantId }] });
  });

  it.each([
    ["a past expiry", { expiresAt: "2020-01-01T00:00:00Z" }],
    ["an expiry too far ahead", { expiresAt: "2099-01-01T00:00:00Z" }],
    ["an unknown permission", { permissions: ["root"] }],
    ["no permission", { permissions: [] }],
    ["a tenant that does not exist", { tenants: ["nobody-at-all"] }],
  ])("400 for %s, with the field in the details", async (_case, more) => {
    const body = { name: "x", permissions: ["dict:read"], ...more };
    const answer = await call("POST", "/admin/tokens", { as: await anOperator(), body });
    expect(answer.status).toBe(400);
    const path = expect.stringMatching(`^${Object.keys(more).join()}`);
    expect(await answer.json()).toMatchObject({ details: [{ path }] });
  });
});

describe("GET /admin/tokens", () => {
  it("200 with only the tokens that reach no tenant beyond the caller's own", async () => {
    const [mine, second, foreign] = [await aTenant(), await aTenant(), await aTenant()];
    const as = await aMember([mine, second]);
    const both = [as, await aMember(mine), await aMember([second, mine])];
    const further = [await aMember(foreign), await aMember([mine, foreign]), await anOperator()];
    const answer = await call("GET", "/admin/tokens", { as });
    const { items, total } = await answer.json<{ items: { id: string }[]; total: number }>();
    const shown = items.map(({ id }) => id);
    expect(shown.toSorted()).toEqual(both.map(idOf).toSorted());
    expect(total).toBe(both.length);
    expect(further.map(idOf).filter((id) => shown.includes(id))).toEqual([]);
  });
});

describe("a bearer token", () => {
  const ask = (as: string) => call("GET", "/admin/tenants", { as });
  const end = async (as: string, token: string) =>
    (await call("DELETE", `/admin/tokens/${idOf(token)}`, { as })).status;

  it("401 with one and the same message for every invalid token", async () => {
    const good = await anOperator();
    const wrong = [
      "x",
      "rmp_pat_short",
      `${good.slice(0, -1)}${good.endsWith("0") ? "1" : "0"}`,
      good.replace("rmp_pat", "rmp_svc"),
      await aServiceKey(),
      "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.",
      "x".repeat(9_000),
    ];
    const texts = new Set<string>();
    for (const as of wrong) {
      const answer = await ask(as);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toContain("Bearer");
      texts.add((await answer.json<{ message: string }>()).message);
    }
    expect(texts.size).toBe(1);
  });

  it("401 for a well-formed token that was never issued, and for a token with another secret", async () => {
    expect((await ask(mintCredential("rmp_pat").text)).status).toBe(401);
    const good = await anOperator();
    expect((await ask(withAnotherSecret(good))).status).toBe(401);
    expect((await ask(good)).status).toBe(200);
    expect((await ask(withAnotherSecret(good))).status).toBe(401);
  });

  it("401 once expired", async () => {
    const as = await anOperator();
    let now = Date.now();
    const app = anApp({ now: () => now });
    const headers = { authorization: `Bearer ${as}` };
    const status = async () => (await app.request("/admin/tenants", { headers })).status;
    expect(await status()).toBe(200);
    now += 91 * DAY_MS;
    expect(await status()).toBe(401);
  });

  it("works until the millisecond before its expiry, and 401 at its expiry", async () => {
    const end = Date.now() + DAY_MS;
    const expiresAt = new Date(end).toISOString();
    const body = { name: "short", permissions: ["tenants:read"], expiresAt };
    const made = await call("POST", "/admin/tokens", { as: await anOperator(), body });
    const headers = { authorization: `Bearer ${(await made.json<Issued>()).token}` };
    const statusAt = async (now: number) =>
      (await anApp({ now: () => now }).request("/admin/tenants", { headers })).status;
    expect([await statusAt(end - 1), await statusAt(end)]).toEqual([200, 401]);
  });

  it("can be issued for 366 days at most, and not with an expiry that has passed", async () => {
    const permissions = new Set(PERMISSIONS);
    const by: Person = { kind: "operator", subject: "person:one", reach: "all", permissions };
    const now = Date.now();
    const make = async (expiresAt: number) => {
      const order = { name: "x", permissions: ["tenants:read"] as const, expiresAt };
      return isRefusal(await issueToken(database(env), by, order, now)) ? "refused" : "made";
    };
    const ends = [now, now + 1, now + 366 * DAY_MS, now + 366 * DAY_MS + 1];
    expect(await Promise.all(ends.map(make))).toEqual(["refused", "made", "made", "refused"]);
  });

  it("401 within 15 s of its revocation, even if the Worker has it cached", async () => {
    const as = await anOperator();
    const body = { name: "x", permissions: ["tenants:read"] };
    const made = await (await call("POST", "/admin/tokens", { as, body })).json<Issued>();
    let now = Date.now();
    const app = anApp({ now: () => now });
    const headers = { authorization: `Bearer ${made.token}` };
    const status = async () => (await app.request("/admin/tenants", { headers })).status;
    expect(await status()).toBe(200);
    expect((await call("DELETE", `/admin/tokens/${made.id}`, { as })).status).toBe(204);
    now += 15_000;
    expect(await status()).toBe(401);
  });

  it("404 if a member revokes a token that also reaches another tenant; the token keeps working", async () => {
    const mine = await aTenant();
    const wide = await aMember([mine, await aTenant()]);
    expect(await end(await aMember(mine), wide)).toBe(404);
    expect((await ask(wide)).status).toBe(200);
    expect(await end(await anOperator(), wide)).toBe(204);
  });

  it("404 if a member revokes another tenant's token; the token keeps working", async () => {
    const foreign = await aMember(await aTenant());
    expect(await end(await aMember(await aTenant()), foreign)).toBe(404);
    expect((await ask(foreign)).status).toBe(200);
  });

  it("404 if a member revokes an operator's token; the token keeps working", async () => {
    const operators = await aNewOperator();
    expect(await end(await aMember(await aTenant()), operators)).toBe(404);
    expect((await ask(operators)).status).toBe(200);
  });
});

describe("POST /admin/service-keys", () => {
  it("201 for an operator, 403 for a member", async () => {
    const body = { name: "billing", operations: ["encrypt"], tenants: [await aTenant()] };
    const answer = await call("POST", "/admin/service-keys", { as: await anOperator(), body });
    expect(answer.status).toBe(201);
    expect((await answer.json<Issued>()).key).toMatch(/^rmp_svc_/);
    const as = await aMember(await aTenant());
    expect((await call("POST", "/admin/service-keys", { as, body })).status).toBe(403);
  });

  it("400 for an expiry that has passed", async () => {
    const expiresAt = "2020-01-01T00:00:00Z";
    const body = { name: "x", operations: ["encrypt"], expiresAt };
    const answer = await call("POST", "/admin/service-keys", { as: await anOperator(), body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ details: [{ path: "expiresAt" }] });
  });

  it.each([
    ["encrypt", "encryption:admin"],
    ["decrypt", "encryption:admin"],
    ["provision", "encryption:admin"],
    ["rotate", "encryption:admin"],
    ["ai:use", "ai:use"],
    ["ai:voice", "ai:voice"],
    ["ai:snapshot", "ai:write"],
    ["ai:act", "ai:write"],
  ] as const)(
    "403 for operation %s to an issuer without permission %s, 201 with it",
    async (operation, needed) => {
      const ask = async (as: string) =>
        call("POST", "/admin/service-keys", { as, body: { name: "x", operations: [operation] } });
      const others = PERMISSIONS.filter((permission) => permission !== needed);
      const refused = await ask(await aNewOperator(others));
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({
        error: "permission_denied",
        message: `You lack the permission ${needed} yourself.`,
      });
      expect((await ask(await aNewOperator(["tokens:write", needed]))).status).toBe(201);
    },
  );

  it("403 if the issuer lacks the permission for one of several operations", async () => {
    const as = await aNewOperator(["tokens:write", "ai:use"]);
    const body = { name: "x", operations: ["ai:use", "decrypt"] };
    expect((await call("POST", "/admin/service-keys", { as, body })).status).toBe(403);
  });

  it("issues a key that is refused as a bearer token, and that opens no /admin route", async () => {
    const key = await aServiceKey();
    expect((await call("GET", "/admin/tenants", { as: key })).status).toBe(401);
    const headers = { "x-internal-service-key": key };
    expect((await call("GET", "/admin/tenants", { headers })).status).toBe(401);
  });
});

describe("the audit log", () => {
  it("records every cross-tenant read by an operator, with actor, route and tenant", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    await call("GET", `/admin/tenants/${tenantId}`, { as });
    const query = `tenantId=${tenantId}&action=tenants.read`;
    const log = await (await call("GET", `/admin/audit?${query}`, { as })).json();
    const actor = `token:${idOf(as)}`;
    expect(log).toMatchObject({
      total: 2,
      items: [
        { actor, target: "GET /admin/audit" },
        { actor, target: "GET /admin/tenants/:tenantId", requestId: expect.any(String) },
      ],
    });
  });

  it("records a HEAD request as a read, not as a write", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    expect((await call("HEAD", `/admin/tenants/${tenantId}`, { as })).status).toBe(200);
    const query = `tenantId=${tenantId}&action=tenants.write`;
    const log = await (await call("GET", `/admin/audit?${query}`, { as })).json();
    expect(log).toMatchObject({ total: 0 });
  });

  it("shows a tenant's member the issuing and the revocation of the tenant's own tokens", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const body = { name: "CI", permissions: ["dict:read"] };
    const { id } = await (await call("POST", "/admin/tokens", { as, body })).json<Issued>();
    await call("DELETE", `/admin/tokens/${id}`, { as });
    for (const action of ["token.issued", "token.revoked"]) {
      const log = await call("GET", `/admin/audit?action=${action}`, { as });
      const { items } = await log.json<{ items: { target: string }[] }>();
      expect(items.map(({ target }) => target)).toContain(id);
    }
  });

  it("records the permissions or operations and the tenants of each token and service key issued", async () => {
    const as = await anOperator();
    const tenants = [await aTenant(), await aTenant()];
    for (const [path, may, action] of [
      ["/admin/tokens", { permissions: ["dict:read"] }, "token.issued"],
      ["/admin/service-keys", { operations: ["encrypt"] }, "service_key.issued"],
    ] as const) {
      for (const where of [{ tenants }, {}]) {
        const body = { name: "x", ...may, ...where };
        const made = await (await call("POST", path, { as, body })).json<{ id: string }>();
        const line = env.DB.prepare("select detail from audit_log where action = ? and target = ?");
        const detail = await line.bind(action, made.id).first<string>("detail");
        expect(JSON.parse(detail ?? "null")).toEqual({ ...may, ...where });
      }
    }
  });

  it("holds the entry of a revocation exactly if the token was revoked, wherever the Worker dies", async () => {
    const tenantId = await aTenant();
    const made = idOf(await aMember(tenantId));
    for (let calls = 0, status = 500; status === 500; calls += 1) {
      const as = await anOperator();
      const { request } = anApp({}, { DB: dyingDatabase(calls) });
      const headers = { authorization: `Bearer ${as}` };
      ({ status } = await request(`/admin/tokens/${made}`, { method: "DELETE", headers }));
      const row = await env.DB.prepare(
        `SELECT revoked_at IS NOT NULL AS ended, (SELECT count(*) FROM audit_log
           WHERE action = 'token.revoked' AND target = ?1) AS traces
         FROM access_tokens WHERE id = ?1`,
      )
        .bind(made)
        .first<{ ended: number; traces: number }>();
      expect(row?.traces).toBe(row?.ended);
    }
  });

  it("rejects updates and deletions by SQL", async () => {
    await aTenant();
    await expect(env.DB.exec("UPDATE audit_log SET actor = 'nobody'")).rejects.toThrow(
      "append-only",
    );
    await expect(env.DB.exec("DELETE FROM audit_log")).rejects.toThrow("append-only");
  });

  it("200 shows a member only entries of the member's own tenant", async () => {
    const tenantId = await aTenant();
    await aTenant();
    const as = await aMember(tenantId);
    const log = await (
      await call("GET", "/admin/audit?limit=200", { as })
    ).json<{
      items: { tenantId: string }[];
    }>();
    expect(log.items.length).toBeGreaterThan(0);
    expect(log.items.every((entry) => entry.tenantId === tenantId)).toBe(true);
  });
});
