import { env } from "cloudflare:workers";
import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { oidcIssuers } from "../../src/access/oidc/issuers.ts";
import { personIdOf } from "../../src/access/oidc/person-id.ts";
import { anApp } from "../support/app.ts";
import { endlessBody } from "../support/endless-body.ts";
import { aBrowser, enterWith, Provider, sessionOf } from "../support/oidc-provider.ts";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

interface Kept {
  name: string;
  role: string;
}

/** The cookie of the sign-ins that the browser has begun. */
function cookieOf(answer: Response): string {
  const kept = answer.headers.getSetCookie().find((one) => one.startsWith("__Host-oidc="));
  return kept?.split(";")[0] ?? "";
}

async function keptOf({ url }: Provider): Promise<Kept | null> {
  const query = env.DB.prepare("select name, role from people where created_by = ?");
  return query.bind(`oidc:${url}`).first<Kept>();
}

describe("a sign-in by an identity provider", () => {
  it.each([
    [600_000, 303],
    [600_001, 401],
  ])("finished %i ms after it began: %i", async (ms, status) => {
    const provider = new Provider();
    const { set, back } = aBrowser(provider);
    const { cookie, location, state } = await set();
    const code = provider.authorize(location, { tenant_id: await aTenant() });
    provider.now += ms;
    expect((await back({ code, state }, cookie)).status).toBe(status);
  });

  it("401 at another provider's callback: its cookie is deleted and its code is not spent", async () => {
    const provider = new Provider();
    const [own] = JSON.parse(provider.settings()) as [{ signIn: object }];
    const other = { ...own, issuer: "https://b.example", signIn: { ...own.signIn, id: "other" } };
    Object.assign(provider, { settings: () => JSON.stringify([own, other]) });
    const { get, set, back } = aBrowser(provider);
    const { cookie, location, state } = await set();
    const code = provider.authorize(location, { tenant_id: await aTenant() });
    const query = new URLSearchParams({ code, state }).toString();
    const strayed = await get(`/portal/oidc/other/callback?${query}`, cookie);
    expect([strayed.status, sessionOf(strayed)]).toEqual([401, ""]);
    expect(strayed.headers.getSetCookie().join()).toMatch(/__Host-oidc=;.*Max-Age=0/);
    // The code is still unspent.
    expect((await back({ code, state }, cookie)).status).toBe(303);
  });

  it("sends a new random state, nonce and code challenge each time", async () => {
    const { set } = aBrowser(new Provider());
    const asked = [await set(), await set()].map(({ location }) => new URL(location).searchParams);
    const sent = ["state", "nonce", "code_challenge"].flatMap((name) =>
      asked.map((query) => query.get(name) ?? ""),
    );
    expect(new Set(sent).size).toBe(6);
    expect(sent.filter((text) => !/^[\w-]{43}$/.test(text))).toEqual([]);
  });

  it("can be begun in two tabs and finished once in each; of six, the oldest is 401", async () => {
    const provider = new Provider();
    const { get, back } = aBrowser(provider);
    const tenant_id = await aTenant();
    let cookie = "";
    const begin = async () => {
      const answer = await get("/portal/oidc/acme", cookie);
      cookie = cookieOf(answer);
      const location = answer.headers.get("location") ?? "";
      const state = new URL(location).searchParams.get("state") ?? "";
      return { state, code: provider.authorize(location, { tenant_id }) };
    };
    const [one, two] = [await begin(), await begin()];
    const stray = await back({ code: one.code, state: "made-up" }, cookie);
    expect([stray.status, stray.headers.getSetCookie()]).toEqual([401, []]);
    const first = await back(one, cookie);
    cookie = cookieOf(first);
    expect(first.status).toBe(303);
    expect((await back({ ...two, state: one.state }, cookie)).status).toBe(401);
    const second = await back(two, cookie);
    expect(second.status).toBe(303);
    expect(second.headers.getSetCookie().join()).toMatch(/__Host-oidc=;.*Max-Age=0/);
    const many = [];
    for (let at = 0; at < 6; at += 1) many.push(await begin());
    expect(cookie.length).toBeLessThan(4_000);
    const statuses = [];
    for (const each of many) statuses.push((await back(each, cookie)).status);
    expect(statuses).toEqual([401, 303, 303, 303, 303, 303]);
  });

  it("sends the client's id and secret only in the header if clientAuth is basic", async () => {
    const provider = new Provider();
    const { settings, fetch: answered } = provider;
    const strict: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      if (!request.url.endsWith("/token")) return answered(input, init);
      const form = new URLSearchParams(await request.text());
      const own = ["client_id", "client_secret"].some((name) => form.has(name));
      const pair = Buffer.from("portal:s%3Acr%20%2Fet%C3%A9").toString("base64");
      if (own || request.headers.get("authorization") !== `Basic ${pair}`) {
        return Response.json({ error: "invalid_client" }, { status: 401 });
      }
      form.set("client_id", "portal");
      form.set("client_secret", "s3cret");
      return answered(input, { method: "POST", body: form, redirect: "manual" });
    };
    const signIn = { clientSecret: "s:cr /eté", clientAuth: "basic" };
    Object.assign(provider, { settings: () => settings.call(provider, signIn), fetch: strict });
    expect((await enterWith(provider)({ tenant_id: await aTenant() })).status).toBe(303);
  });

  it("401 for a token answer that never ends, of which less than 2 MiB are read", async () => {
    const provider = new Provider();
    const answered = provider.fetch;
    const { seen, body } = endlessBody();
    const fetch: typeof globalThis.fetch = async (input, init) =>
      input === `${provider.url}/token` ? new Response(body()) : answered(input, init);
    Object.assign(provider, { fetch });
    expect((await enterWith(provider)({ tenant_id: await aTenant() })).status).toBe(401);
    expect(seen.given).toBeLessThan(2 * 1024 * 1024);
  });

  it("401 for a token answer with the status 403, which is in the log", async () => {
    const provider = new Provider();
    const answered = provider.fetch;
    const refusing: typeof fetch = async (input, init) => {
      const answer = await answered(input, init);
      return input === `${provider.url}/token`
        ? new Response(answer.body, { status: 403 })
        : answer;
    };
    Object.assign(provider, { fetch: refusing });
    const { app, set, back } = aBrowser(provider);
    const { cookie, location, state } = await set();
    const code = provider.authorize(location, { tenant_id: await aTenant() });
    const answer = await back({ code, state }, cookie);
    expect([answer.status, sessionOf(answer)]).toEqual([401, ""]);
    const told = app.lines.filter(({ event }) => event === "oidc_token_failed");
    expect(told).toEqual([
      expect.objectContaining({ level: "warn", reason: expect.stringContaining("403") }),
    ]);
  });

  it.each([
    [3_630, 303],
    [3_631, 401],
    [-30, 303],
    [-31, 401],
  ])("with a token issued %i s ago that lasts a day: %i", async (ago, status) => {
    const provider = new Provider();
    const at = Math.floor(provider.now / 1000);
    const claims = { tenant_id: await aTenant(), iat: at - ago, exp: at + 86_400 };
    expect((await enterWith(provider)(claims)).status).toBe(status);
  });

  it.each(["exp", "iat", "sub"])("401 for a token without %s", async (claim) => {
    const claims = { tenant_id: await aTenant(), [claim]: undefined };
    const answer = await enterWith(new Provider())(claims);
    expect([answer.status, sessionOf(answer)]).toEqual([401, ""]);
  });

  it.each([
    { sub: "" },
    { sub: { id: 7 } },
    { sub: ["ana"] },
    { sub: "ana\ud800" },
    { sub: "a".repeat(256) },
  ])("401 for a subject that is empty, no text, malformed or too long: %j", async (claims) => {
    const answer = await enterWith(new Provider())({ tenant_id: await aTenant(), ...claims });
    expect([answer.status, sessionOf(answer)]).toEqual([401, ""]);
  });

  it("303 for a token with two audiences whose azp is the portal", async () => {
    const claims = { tenant_id: await aTenant(), aud: ["other", "portal"], azp: "portal" };
    expect((await enterWith(new Provider())(claims)).status).toBe(303);
  });

  it("401 for a token with two audiences and no azp, 303 with the portal as the only one", async () => {
    const claims = { tenant_id: await aTenant(), aud: ["other", "portal"] };
    const answer = await enterWith(new Provider())(claims);
    expect([answer.status, sessionOf(answer)]).toEqual([401, ""]);
    expect((await enterWith(new Provider())({ ...claims, aud: ["portal"] })).status).toBe(303);
  });

  it.each([{ role: "constructor" }, { tenant_id: "" }, { tenant_id: ["", 7] }])(
    "403 and no person is created for %o",
    async (claims) => {
      const provider = new Provider();
      const answer = await enterWith(provider)({ tenant_id: await aTenant(), ...claims });
      expect(answer.status).toBe(403);
      expect(await keptOf(provider)).toBeNull();
    },
  );

  it("403 for 1,001 tenants, but a tenant named twice counts once", async () => {
    const [provider, tenantId] = [new Provider(), await aTenant()];
    const many = (count: number) => Array.from({ length: count }, (_none, at) => `many-${at}`);
    const enter = enterWith(provider);
    expect((await enter({ tenant_id: many(1_001) })).status).toBe(403);
    expect(await keptOf(provider)).toBeNull();
    const twice = [...many(999), ...many(999), tenantId];
    expect((await enter({ tenant_id: twice, sub: "a".repeat(255) })).status).toBe(303);
  });

  it("gives the highest of several roles, and cuts a name to 120 characters", async () => {
    const provider = new Provider();
    const claims = { role: ["readers", "admins", "readers"], name: "n".repeat(121) };
    await enterWith(provider)({ tenant_id: await aTenant(), ...claims });
    expect(await keptOf(provider)).toEqual({ name: "n".repeat(120), role: "owner" });
  });
});

describe("a provider's token sent to the API", () => {
  it.each([
    ["the portal", "portal", 401],
    ["the API", "rampart-api", 200],
    ["both", ["portal", "rampart-api"], 200],
  ])("with the audience of %s: accepted only if the API is in it", async (_for, aud, status) => {
    const provider = new Provider();
    const tenantId = await aTenant();
    const { read } = await aReader(provider, tenantId, aud);
    expect((await read()).status).toBe(status);
  });

  it("401 within 15 s of its person's removal in the portal, and at once for making an access token", async () => {
    const provider = new Provider();
    const tenantId = await aTenant();
    await enterWith(provider)({ tenant_id: tenantId });
    const { read, make } = await aReader(provider, tenantId, "rampart-api");
    expect((await read()).status).toBe(200);
    const id = personIdOf(provider.url, "ana");
    const operator = await aVisitor("owner");
    await aVisitor("owner", [tenantId]);
    const removed = await operator.post(`/portal/t/${tenantId}/members/${id}/remove`);
    expect(removed.status).toBe(303);
    expect(await make()).toBe("401");
    provider.now += 15_000;
    expect((await read()).status).toBe(401);
  });

  it("loses the access tokens made with it within 15 s of its person's removal", async () => {
    const provider = new Provider();
    const tenantId = await aTenant();
    await enterWith(provider)({ tenant_id: tenantId });
    const { make, readWith } = await aReader(provider, tenantId, "rampart-api");
    const own = await make();
    const inTurn = await make(own);
    const statuses = async () => [await readWith(own), await readWith(inTurn)];
    expect(await statuses()).toEqual([200, 200]);
    const id = personIdOf(provider.url, "ana");
    const owner = await aVisitor("owner", [tenantId]);
    expect((await owner.post(`/portal/t/${tenantId}/members/${id}/remove`)).status).toBe(303);
    // From that moment on, no further token can be made with one of them.
    expect(await make(own)).toBe("401");
    provider.now += 15_000;
    expect(await statuses()).toEqual([401, 401]);
    const as = await aMember(tenantId);
    const list = await call("GET", "/admin/tokens", { as });
    const { items } = await list.json<{
      items: { createdBy: string; revokedAt: string | null }[];
    }>();
    const ended = items.filter(({ createdBy }) => createdBy !== "test:root");
    expect(ended.map(({ revokedAt }) => revokedAt === null)).toEqual([false, false]);
  });
});

/** Ana, by a token of the provider in the place of a session. */
async function aReader(provider: Provider, tenantId: string, aud: string | string[]) {
  const at = Math.floor(provider.now / 1000);
  const own = { iss: provider.url, sub: "ana", role: "admins", tenant_id: tenantId };
  const token = await new SignJWT({ ...own, aud, iat: at, exp: at + 600 })
    .setProtectedHeader({ alg: "ES256", kid: "k1" })
    .sign((await provider.pair).privateKey);
  const app = anApp(
    { now: () => provider.now, fetch: provider.fetch },
    { OIDC_ISSUERS: provider.settings() },
  );
  const headers = (by: string) => ({
    authorization: `Bearer ${by}`,
    "content-type": "application/json",
  });
  const body = JSON.stringify({ name: "Ana", permissions: ["keys:read", "tokens:write"] });
  const read = (by = token) =>
    app.request(`/admin/tenants/${tenantId}/api-keys`, { headers: headers(by) });
  return {
    read: () => read(),
    readWith: async (by: string) => (await read(by)).status,
    /** An access token, or the status with which none was made. */
    make: async (by = token) => {
      const order = { method: "POST", headers: headers(by), body };
      const made = await app.request("/admin/tokens", order);
      return made.status === 201
        ? (await made.json<{ token: string }>()).token
        : String(made.status);
    },
  };
}

describe("the OIDC_ISSUERS setting", () => {
  it.each(["HS256", "none"])(
    "refuses the algorithm %s, which does not prove who signed",
    async (alg) => {
      const [issuer] = JSON.parse(new Provider().settings()) as [object];
      const setting = (algorithms: string[]) => JSON.stringify([{ ...issuer, algorithms }]);
      expect(oidcIssuers(setting(["ES256"]))).toHaveLength(1);
      expect(() => oidcIssuers(setting(["ES256", alg]))).toThrow();
    },
  );
});
