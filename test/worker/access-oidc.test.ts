import { env } from "cloudflare:workers";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { personIdOf } from "../../src/access/oidc/person-id.ts";
import { SigningKeys } from "../../src/access/oidc/signing-keys.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { anApp } from "../support/app.ts";
import { askErasure, closeTenant } from "../support/erasure.ts";
import { aTenant } from "../support/people.ts";

const MINUTE_MS = 60_000;
const CROWD = 20;
const HOUR_MS = 60 * MINUTE_MS;

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

/** An issuer with an address of its own, so that no test finds another's keys remembered. */
class Issuer {
  readonly url = `https://${crypto.randomUUID()}.example`;
  now = Date.now();
  fetches = 0;
  up = true;
  grants = "member";
  tenants: string[] | undefined;
  keys: Record<string, Pair> = {};

  async addKey(kid: string): Promise<void> {
    this.keys[kid] = await generateKeyPair("ES256", { extractable: true });
  }

  async sign(
    claims: Record<string, unknown> = {},
    kid = "k1",
    more: { alg?: string; life?: number; given?: number } = {},
  ) {
    const at = Math.floor(this.now / 1000);
    const payload = { sub: "ana", role: "ops", aud: "rampart", iss: this.url, ...claims };
    const key = this.keys[kid]?.privateKey ?? (await generateKeyPair("ES256")).privateKey;
    return new SignJWT(payload)
      .setProtectedHeader({ alg: more.alg ?? "ES256", kid })
      .setIssuedAt(at + (more.given ?? 0))
      .setExpirationTime(at + (more.life ?? 600))
      .sign(key);
  }

  /** The log's lines about refused tokens, with their reasons. */
  readonly told: unknown[] = [];

  /** Further entries of the setting, where they differ. */
  others: object[] = [];

  async ask(token: string, path = "/admin/tenants"): Promise<Response> {
    const entry = {
      issuer: this.url,
      audience: "rampart",
      jwksUri: `${this.url}/jwks`,
      algorithms: ["ES256"],
      grants: this.grants,
      tenants: this.tenants,
      roles: { ops: "operator" },
    };
    const settings = [entry, ...this.others.map((other) => ({ ...entry, ...other }))];
    const app = anApp(
      { now: () => this.now, fetch: (input, init) => this.answerKeys(new Request(input, init)) },
      { OIDC_ISSUERS: JSON.stringify(settings) },
    );
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.request(path, { headers });
    this.told.push(...app.lines.filter(({ event }) => event === "oidc_token_refused"));
    return answer;
  }

  /** The statuses of requests that are sent at once. */
  async crowd(tokens: readonly string[]): Promise<number[]> {
    const answers = await Promise.all(tokens.map(async (token) => this.ask(token)));
    return [...new Set(answers.map(({ status }) => status))];
  }

  /** Takes a request as the platform would send it: one that it refuses to make is none here too. */
  private async answerKeys({ url, redirect }: Request): Promise<Response> {
    expect([url, redirect]).toEqual([`${this.url}/jwks`, "manual"]);
    this.fetches += 1;
    if (!this.up) return new Response("down", { status: 503 });
    const keys = await Promise.all(
      Object.entries(this.keys).map(async ([kid, pair]) => ({
        ...(await exportJWK(pair.publicKey)),
        kid,
      })),
    );
    return Response.json({ keys });
  }
}

describe("an OIDC token", () => {
  let issuer: Issuer;
  let tenantId: string;

  beforeEach(async () => {
    issuer = new Issuer();
    await issuer.addKey("k1");
    tenantId = await aTenant();
  });

  it("200 for the tenant that its claim names", async () => {
    const answer = await issuer.ask(await issuer.sign({ tenant_id: tenantId }));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ total: 1, items: [{ tenantId }] });
  });

  it("401 for an erased tenant that the token names; 200 for its other tenants", async () => {
    const other = await aTenant();
    const named = { tenant_id: [tenantId, other] };
    expect((await issuer.ask(await issuer.sign(named))).status).toBe(200);
    await closeTenant(tenantId);
    await askErasure(tenantId);
    issuer.now += MINUTE_MS;
    const left = await issuer.ask(await issuer.sign(named));
    expect(await left.json()).toMatchObject({ total: 1, items: [{ tenantId: other }] });
    const alone = await issuer.ask(await issuer.sign({ tenant_id: tenantId }));
    expect(alone.status).toBe(401);
  });

  it("reaches only the tenants that its issuer's entry allows", async () => {
    const other = await aTenant();
    issuer.tenants = [tenantId];
    const both = await issuer.ask(await issuer.sign({ tenant_id: [other, tenantId] }));
    expect(await both.json()).toMatchObject({ total: 1, items: [{ tenantId }] });
    expect((await issuer.ask(await issuer.sign({ tenant_id: other }))).status).toBe(401);
  });

  it("gets the grant of the entry for its audience if several entries have one issuer; 401 for other audiences", async () => {
    await aTenant();
    issuer.others = [{ audience: "staff", grants: "operator" }];
    const of = async (claims: object) => {
      const answer = await issuer.ask(await issuer.sign({ ...claims }));
      const { total = 0 } = await answer.json<{ total?: number }>();
      return [answer.status, total > 1];
    };
    expect(await of({ tenant_id: tenantId })).toEqual([200, false]);
    expect(await of({ aud: "staff" })).toEqual([200, true]);
    expect(await of({ aud: ["elsewhere", "staff"] })).toEqual([200, true]);
    expect(await of({ aud: "elsewhere", tenant_id: tenantId })).toEqual([401, false]);
    expect(await of({ aud: "rampart" })).toEqual([401, false]);
    expect(issuer.told).toHaveLength(2);
  });

  it("401 within 15 s for an operator who is disabled in the database", async () => {
    issuer.grants = "operator";
    const ask = async () => (await issuer.ask(await issuer.sign())).status;
    expect(await ask()).toBe(200);
    const removal = env.DB.prepare(
      "insert into people (id, name, role, created_by, created_at, disabled_at) values (?, 'Ana', 'operator', 'test', 1, 2)",
    );
    await removal.bind(personIdOf(issuer.url, "ana")).run();
    // At once if what is handed out outlasts the cached answer about the operator.
    const voice = `/ai/voice/speech-token?tenantId=${tenantId}`;
    expect((await issuer.ask(await issuer.sign(), voice)).status).toBe(401);
    issuer.now += 15_000;
    expect(await ask()).toBe(401);
  });

  it.each([
    ["another audience", { aud: "other" }, {}],
    ["an issuer that is not configured", { iss: "https://elsewhere.example" }, {}],
    ["no tenant", { tenant_id: undefined }, {}],
    ["a tenant id of invalid characters", { tenant_id: "one two" }, {}],
    ["a start (nbf) that is a minute ahead", { nbf: Math.floor(Date.now() / 1000) + 60 }, {}],
    ["a role that is not mapped", { role: "root" }, {}],
    ["a role named like a property of every object", { role: "constructor" }, {}],
    ["no subject", { sub: undefined }, {}],
    ["an empty subject", { sub: "" }, {}],
    ["a subject that is not a string", { sub: { id: 7 } }, {}],
    ["a life over an hour", {}, { life: 3_700 }],
    ["an expiry in the past", {}, { life: -60 }],
  ])("401 for %s", async (_case, claims, more) => {
    const token = await issuer.sign({ tenant_id: tenantId, ...claims }, "k1", more);
    expect((await issuer.ask(token)).status).toBe(401);
  });

  it.each([
    ["lives an hour", 0, 3_600, 200],
    ["lives a second longer", 0, 3_601, 401],
    ["ended 29 s ago, within the tolerance for clocks", -600, -29, 200],
    ["ended 30 s ago", -600, -30, 401],
    ["was issued 30 s ahead", 30, 600, 200],
    ["was issued 31 s ahead", 31, 600, 401],
  ])("that %s, from %i s to %i s: %i", async (_what, given, life, status) => {
    const token = await issuer.sign({ tenant_id: tenantId }, "k1", { given, life });
    expect((await issuer.ask(token)).status).toBe(status);
  });

  it.each([
    ["an issuer's clock an hour ahead", "iat", {}, { given: 3_600, life: 7_200 }],
    ["an issuer's clock an hour behind", "exp", {}, { given: -4_200, life: -3_600 }],
    ["another audience", "aud", { aud: "other" }, {}],
    ["a role that is not mapped", "names no role", { role: "root" }, {}],
    ["no tenant", "tenant that counts", { tenant_id: undefined }, {}],
  ])("refused because of %s is logged with the reason: %s", async (_case, named, claims, more) => {
    const token = await issuer.sign({ tenant_id: tenantId, ...claims }, "k1", more);
    expect((await issuer.ask(token)).status).toBe(401);
    const reason: unknown = expect.stringContaining(named);
    const line = { level: "info", event: "oidc_token_refused", issuer: issuer.url, reason };
    expect(issuer.told).toEqual([line]);
    expect(JSON.stringify(issuer.told)).not.toContain("ana");
  });

  it("signed by another issuer's key is logged with the reason; a valid token logs nothing", async () => {
    const stranger = new Issuer();
    await stranger.addKey("k1");
    const forged = await stranger.sign({ tenant_id: tenantId, iss: issuer.url });
    await issuer.ask(await issuer.sign({ tenant_id: tenantId }));
    expect(issuer.told).toEqual([]);
    expect((await issuer.ask(forged)).status).toBe(401);
    const reason: unknown = expect.stringContaining("signature verification failed");
    expect(issuer.told).toEqual([expect.objectContaining({ reason })]);
  });

  it("401 for a key that the issuer does not have", async () => {
    const token = await issuer.sign({ tenant_id: tenantId }, "unknown");
    expect((await issuer.ask(token)).status).toBe(401);
  });

  it("401 for an algorithm that is not configured, and for alg none", async () => {
    issuer.keys["rsa"] = await generateKeyPair("RS256", { extractable: true });
    const rsa = await issuer.sign({ tenant_id: tenantId }, "rsa", { alg: "RS256" });
    expect((await issuer.ask(rsa)).status).toBe(401);
    const [, payload] = rsa.split(".");
    const none = `${btoa('{"alg":"none"}').replaceAll("=", "")}.${payload}.`;
    expect((await issuer.ask(none)).status).toBe(401);
  });

  it("401 if signed by HMAC with the issuer's public key, or by a key in its own header", async () => {
    const { publicKey } = issuer.keys["k1"] ?? (await generateKeyPair("ES256"));
    const own = await generateKeyPair("ES256", { extractable: true });
    const at = Math.floor(issuer.now / 1000);
    const claims = { sub: "ana", role: "ops", aud: "rampart", iss: issuer.url };
    const token = (head: object) =>
      new SignJWT({ ...claims, tenant_id: tenantId, iat: at, exp: at + 600 }).setProtectedHeader({
        alg: "ES256",
        ...head,
      });
    const secret = new TextEncoder().encode(await exportSPKI(publicKey));
    const forged = await Promise.all([
      token({ alg: "HS256", kid: "k1" }).sign(secret),
      token({ jwk: await exportJWK(own.publicKey) }).sign(own.privateKey),
    ]);
    expect(await issuer.crowd(forged)).toEqual([401]);
  });

  it("fetches the issuer's keys once in ten minutes", async () => {
    const token = await issuer.sign({ tenant_id: tenantId });
    await issuer.ask(token);
    issuer.now += 5 * MINUTE_MS;
    await issuer.ask(token);
    expect(issuer.fetches).toBe(1);
    issuer.now += 6 * MINUTE_MS;
    await issuer.ask(await issuer.sign({ tenant_id: tenantId }));
    expect(issuer.fetches).toBe(2);
  });

  it("follows a key rotation, but fetches keys for an unknown kid at most once a minute", async () => {
    await issuer.ask(await issuer.sign({ tenant_id: tenantId }));
    await issuer.addKey("k2");
    const token = await issuer.sign({ tenant_id: tenantId }, "k2");
    expect((await issuer.ask(token)).status).toBe(401);
    expect(issuer.fetches).toBe(1);
    issuer.now += MINUTE_MS;
    expect((await issuer.ask(token)).status).toBe(200);
    expect(issuer.fetches).toBe(2);
  });

  it("200 for many requests at once on a cold start, with one fetch of the keys", async () => {
    const token = await issuer.sign({ tenant_id: tenantId });
    expect(await issuer.crowd(Array.from({ length: CROWD }, () => token))).toEqual([200]);
    expect(issuer.fetches).toBe(1);
  });

  it("200 for many requests at once with a new key, with one more fetch", async () => {
    await issuer.ask(await issuer.sign({ tenant_id: tenantId }));
    await issuer.addKey("k2");
    issuer.now += MINUTE_MS;
    const token = await issuer.sign({ tenant_id: tenantId }, "k2");
    expect(await issuer.crowd(Array.from({ length: CROWD }, () => token))).toEqual([200]);
    expect(issuer.fetches).toBe(2);
  });

  it("401 for many requests with unknown keys, with one fetch a minute", async () => {
    await issuer.ask(await issuer.sign({ tenant_id: tenantId }));
    for (const fetches of [2, 3]) {
      issuer.now += MINUTE_MS;
      const unknown = Array.from({ length: CROWD }, async (_, at) =>
        issuer.sign({ tenant_id: tenantId }, `unknown-${at}`),
      );
      expect(await issuer.crowd(await Promise.all(unknown))).toEqual([401]);
      expect(issuer.fetches).toBe(fetches);
    }
  });

  it("503 with Retry-After if the issuer has never given keys; fetched again once a minute", async () => {
    issuer.up = false;
    const token = await issuer.sign({ tenant_id: tenantId });
    expect(await issuer.crowd([token, token, token])).toEqual([503]);
    issuer.now += MINUTE_MS - 2_500;
    const early = await issuer.ask(token);
    expect([early.status, early.headers.get("retry-after")]).toEqual([503, "3"]);
    expect(await early.json()).toMatchObject({ error: "issuer_keys_unavailable" });
    issuer.now += 2_499;
    expect((await issuer.ask(token)).status).toBe(503);
    expect(issuer.fetches).toBe(1);
    issuer.up = true;
    issuer.now += 1;
    expect((await issuer.ask(token)).status).toBe(200);
    expect(issuer.fetches).toBe(2);
  });

  it("200 for a day on the last known keys while the issuer is down, 503 after it", async () => {
    await issuer.ask(await issuer.sign({ tenant_id: tenantId }));
    issuer.up = false;
    issuer.now += 23 * HOUR_MS;
    expect((await issuer.ask(await issuer.sign({ tenant_id: tenantId }))).status).toBe(200);
    issuer.now += HOUR_MS;
    expect((await issuer.ask(await issuer.sign({ tenant_id: tenantId }))).status).toBe(503);
  });
});

describe("the cache of signing keys", () => {
  it("fetches again if the request that was fetching the keys was cut off", async () => {
    const keys = { keys: [{ kid: "k1", kty: "EC" }] };
    const never = new Promise<Response>(() => {});
    const answers = [never, Response.json(keys)];
    const platform = { ...livePlatform, fetch: async () => answers.shift() ?? never };
    const patience = [1, 2, 3].map(() => Promise.resolve());
    const signingKeys = new SigningKeys(async () => patience.shift() ?? never);
    const asker = { platform, outlive: () => {} };
    const asking = [1, 2, 3].map(async () => signingKeys.of("https://x.example", "k1", asker));
    expect(await Promise.all(asking)).toEqual([keys, keys, keys]);
    expect(answers).toEqual([]);
  });
});
