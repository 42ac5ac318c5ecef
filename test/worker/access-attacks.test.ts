import { env } from "cloudflare:workers";
import { createHmac } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT, type JWK } from "jose";
import { describe, expect, it } from "vitest";
import { personIdOf } from "../../src/access/oidc/person-id.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { aBrowser, Provider, sessionOf } from "../support/oidc-provider.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";
import { aVisitor, visitor } from "../support/visitor.ts";

const HOSTILE = [
  "%00",
  "a%00b",
  "%ED%A0%80",
  "%FF",
  "%F0%9F%98%80".repeat(30),
  "'%20or%201=1--",
  "%25",
  "_",
  "*",
  "person:",
  "token:%25",
  "[1]",
  "{}",
  "1e400",
  "-1",
  "%2B275760-09-13T00:00",
  "-271821-04-20T00:00:00",
  "9999-12-31T23:59",
];

describe("hostile text in requests to the portal and the API", () => {
  it.each(["actor", "action", "from", "to", "tenantId", "cursor"])(
    "as ?%s of GET /admin/audit causes no server error, and reveals no other tenant's entries",
    async (name) => {
      const as = await aMember(await aTenant());
      const found: unknown[] = [];
      for (const text of HOSTILE) {
        const answer = await call("GET", `/admin/audit?${name}=${text}`, { as });
        const { total } = await answer.json<{ total?: number }>();
        // A tenant of a test has one line of its own.
        if (![200, 400, 403, 404].includes(answer.status) || (total ?? 0) > 1) {
          found.push([text, answer.status, total]);
        }
      }
      expect(found).toEqual([]);
    },
  );

  it.each(["who", "action", "from", "to", "tenant", "cursor"])(
    "as ?%s of the portal's audit pages causes no error",
    async (name) => {
      const tenantId = await aTenant();
      const [ana, staff] = [await aVisitor("owner", [tenantId]), await aVisitor("owner")];
      const statuses: number[] = [];
      for (const text of HOSTILE) {
        statuses.push((await ana.get(`/portal/t/${tenantId}/audit?${name}=${text}`)).status);
        statuses.push((await staff.get(`/portal/audit?${name}=${text}`)).status);
      }
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
    },
  );

  it("as the id of a person causes no server error in the token and operator routes", async () => {
    const as = await anOperator();
    const staff = await aVisitor("owner");
    const statuses: number[] = [];
    for (const text of HOSTILE) {
      statuses.push((await call("GET", `/admin/tokens?personId=${text}`, { as })).status);
      statuses.push((await call("DELETE", `/admin/operators/${text}`, { as })).status);
      statuses.push((await staff.get(`/portal/operators/${text}`)).status);
      statuses.push((await staff.post(`/portal/operators/${text}/remove`)).status);
    }
    expect(statuses.filter((status) => ![200, 400, 404].includes(status))).toEqual([]);
  });

  it("as an operator's name does not become a tag on the invitation page", async () => {
    const staff = await aVisitor("owner");
    for (const name of ["<b>x</b>\"'", "\u202Egnp", "a\u0000b", "\uD800"]) {
      const made = await staff.post("/portal/operators/invite", { name, role: "viewer" });
      expect([201, 400]).toContain(made.status);
      expect(await made.text()).not.toContain("<b>x</b>");
    }
  });
});

/** An issuer that publishes the keys that a test chooses. */
async function anIssuer(keysOf: (own: JWK) => JWK[]) {
  const url = `https://${crypto.randomUUID()}.example`;
  const pair = await generateKeyPair("ES256", { extractable: true });
  const own = { ...(await exportJWK(pair.publicKey)), kid: "k1" };
  const settings = [
    {
      issuer: url,
      audience: "rampart",
      jwksUri: `${url}/jwks`,
      algorithms: ["ES256", "RS256"],
      grants: "operator",
      roles: { ops: "owner" },
    },
  ];
  const fetcher = async () => Response.json({ keys: keysOf(own) });
  const app = anApp({ fetch: fetcher }, { OIDC_ISSUERS: JSON.stringify(settings) });
  const at = Math.floor(Date.now() / 1000);
  const claims = { sub: "ana", role: "ops", aud: "rampart", iss: url, iat: at, exp: at + 600 };
  return {
    claims,
    own,
    sign: (more: object = {}, header: object = {}) =>
      new SignJWT({ ...claims, ...more })
        .setProtectedHeader({ alg: "ES256", kid: "k1", ...header })
        .sign(pair.privateKey),
    ask: async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await app.request("/admin/operators", { headers })).status;
    },
  };
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("an OIDC token", () => {
  it("200 if signed with the issuer's only key, whether or not the token names it", async () => {
    const { sign, ask } = await anIssuer((own) => [own]);
    expect(await ask(await sign())).toBe(200);
    expect(await ask(await sign({}, { kid: undefined }))).toBe(200);
  });

  it.each<[string, (own: JWK) => JWK]>([
    ["for encryption", (own) => ({ ...own, use: "enc" })],
    ["for something else", (own) => ({ ...own, key_ops: ["sign"] })],
    ["for another algorithm", (own) => ({ ...own, alg: "ES384" })],
    ["of another name", (own) => ({ ...own, kid: "k2" })],
    ["of a secret", () => ({ kty: "oct", k: "c2VjcmV0", kid: "k1", alg: "HS256" })],
  ])("401 if the issuer's only key is one %s", async (_what, keyOf) => {
    const { sign, ask } = await anIssuer((own) => [keyOf(own)]);
    expect(await ask(await sign())).toBe(401);
  });

  it("401 for forged headers: unknown crit, alg none, another algorithm, or a hostile kid", async () => {
    const { claims, own, ask } = await anIssuer((key) => [key]);
    const secret = createHmac("sha256", JSON.stringify(own)).update("x").digest("base64url");
    for (const header of [
      { alg: "ES256", kid: "k1", crit: ["exp"], exp: 1 },
      { alg: "ES256", kid: "k1", crit: ["b64"], b64: false },
      { alg: "none", kid: "k1" },
      { alg: "None" },
      { alg: "HS256", kid: "k1" },
      { alg: "RS256", kid: "k1" },
      { alg: ["ES256"], kid: "k1" },
      { alg: "ES256", kid: { toString: "k1" } },
      { alg: "ES256", kid: 7 },
      { alg: "ES256", kid: "k1", jku: "https://evil.example/jwks", x5u: "https://evil.example" },
      { alg: "ES256", kid: "../../k1" },
      { alg: "ES256", kid: "__proto__" },
    ]) {
      expect([header, await ask(`${part(header)}.${part(claims)}.${secret}`)]).toEqual([
        header,
        401,
      ]);
      expect(await ask(`${part(header)}.${part(claims)}.`)).toBe(401);
    }
  });

  it("401 for correctly signed claims of the wrong type or value", async () => {
    const { claims, sign, ask } = await anIssuer((own) => [own]);
    for (const more of [
      { exp: String(claims.exp) },
      { exp: null },
      { iat: [claims.iat] },
      { nbf: "0" },
      { aud: [] },
      { aud: { rampart: true } },
      { aud: ["other", ["rampart"]] },
      { aud: "rampart " },
      { iss: [claims.iss] },
      { iss: `${claims.iss}/` },
      { role: { ops: true } },
      { role: [["ops"]] },
      { role: "OPS" },
      { sub: 7 },
    ]) {
      expect([more, await ask(await sign(more))]).toEqual([more, 401]);
    }
  });

  it("401 if its parts come from two tokens, are altered, or are not exactly three", async () => {
    const { sign, ask } = await anIssuer((own) => [own]);
    const [head = "", body = "", mark = ""] = (await sign()).split(".");
    const [, other = ""] = (await sign({ sub: "beto" })).split(".");
    const wrong = [
      `${head}.${other}.${mark}`,
      `${head}.${body}`,
      `${head}.${body}.${mark}.`,
      `${head}.${body}.${mark}.${mark}.${mark}`,
      `${head}..${mark}`,
      `.${body}.${mark}`,
      `${head}.${body}.${mark}=`,
      `${head}.${body}.${mark.slice(0, -4)}`,
      `${head}.${body}.${"A".repeat(86)}`,
    ];
    for (const token of wrong) expect([token, await ask(token)]).toEqual([token, 401]);
  });
});

describe("an operator of an identity provider who is removed", () => {
  it("loses session, OIDC token and own token within 15 seconds, and cannot sign in again", async () => {
    await aVisitor("owner");
    const provider = new Provider();
    provider.settings = ((plain) => () => {
      const [one] = JSON.parse(plain()) as object[];
      return JSON.stringify([{ ...one, grants: "operator" }]);
    })(provider.settings.bind(provider));
    const { app, set, back } = aBrowser(provider);
    const enter = async () => {
      const { cookie, location, state } = await set();
      return back({ code: provider.authorize(location, {}), state }, cookie);
    };
    const session = sessionOf(await enter());
    const at = Math.floor(provider.now / 1000);
    const claims = { iss: provider.url, sub: "ana", role: "admins", aud: "rampart-api" };
    const jwt = await new SignJWT({ ...claims, iat: at, exp: at + 600 })
      .setProtectedHeader({ alg: "ES256", kid: "k1" })
      .sign((await provider.pair).privateKey);
    const order = JSON.stringify({ name: "CI", permissions: ["tenants:read", "tokens:write"] });
    const headers = (by: string) => ({
      authorization: `Bearer ${by}`,
      "content-type": "application/json",
    });
    const make = (by: string) =>
      app.request("/admin/tokens", { method: "POST", headers: headers(by), body: order });
    const { token } = await (await make(jwt)).json<{ token: string }>();
    const statuses = async () => [
      (await app.request("/admin/tenants", { headers: headers(jwt) })).status,
      (await app.request("/admin/tenants", { headers: headers(token) })).status,
      (await app.request("/portal/account", { headers: { cookie: session } })).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    const personId = personIdOf(provider.url, "ana");
    const as = await anOperator();
    const listed = await call("GET", `/admin/tokens?personId=${personId}`, { as });
    expect(await listed.json()).toMatchObject({ total: 1 });
    expect((await call("DELETE", `/admin/operators/${personId}`, { as })).status).toBe(204);
    expect([(await make(jwt)).status, (await make(token)).status]).toEqual([401, 401]);
    provider.now += 15_000;
    expect(await statuses()).toEqual([401, 401, 303]);
    expect((await enter()).status).toBe(403);
    expect(await statuses()).toEqual([401, 401, 303]);
  });
});

describe("the portal's pages of operators", () => {
  it("refuse visitors who are not signed in and a tenant's owner, however the path is spelled", async () => {
    const nobody = visitor("");
    const member = await aVisitor("owner", [await aTenant()]);
    const { personId } = await aVisitor("viewer");
    for (const path of [
      "/portal/operators",
      `/portal/operators/${personId}`,
      `/portal//operators/${personId}`,
      `/portal/operators/%2e%2e/operators/${personId}`,
      `/PORTAL/operators/${personId}`,
      `/portal/operators/${personId}/remove/`,
    ]) {
      for (const who of [nobody, member]) {
        for (const answer of [await who.get(path), await who.post(path, { role: "owner" })]) {
          expect([path, answer.status, answer.ok]).toEqual([path, answer.status, false]);
        }
      }
    }
    const row = env.DB.prepare("select role, disabled_at as d from people where id = ?");
    expect(await row.bind(personId).first()).toEqual({ role: "viewer", d: null });
  });
});
