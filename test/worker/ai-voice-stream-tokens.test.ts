import { createHmac } from "node:crypto";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { mintToken } from "../../src/ai/voice/mint-token.ts";
import { call } from "../support/call.ts";
import { enterWith, Provider } from "../support/oidc-provider.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";
import { aFlux } from "../support/flux.ts";
import { clientOf, withFlux } from "../support/voice-stream.ts";

async function aPersonWith(product = withFlux()) {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  return { ...product, tenantId, as, bearer: await product.token(tenantId, as) };
}

const error = async (answer: Response) => (await answer.json<{ error: string }>()).error;

/** Signs any payload as the service signs its own tokens. */
function signed(said: object, label = "rampart speech token"): string {
  const payload = Buffer.from(JSON.stringify(said)).toString("base64url");
  const mac = createHmac("sha256", env.API_KEY_MAC_SECRET).update(`${label}\n${payload}`);
  return `${payload}.${mac.digest("base64url")}`;
}

describe("GET /ai/voice/stream without a valid token", () => {
  it("401 for no token, a malformed protocol or Authorization; 400 for a token in the query", async () => {
    const { knock, bearer, flux } = await aPersonWith();
    const answers = [
      await knock(),
      await knock(undefined, "", { "sec-websocket-protocol": bearer }),
      await knock(undefined, "", { "sec-websocket-protocol": `token, ${bearer}` }),
      await knock(undefined, "", { "sec-websocket-protocol": `bearer, ${bearer}, ${bearer}` }),
      await knock(undefined, "", { authorization: `Bearer ${bearer}` }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(answers[0]?.headers.get("www-authenticate")).toContain("Bearer");
    expect((await knock(undefined, `?token=${bearer}`)).status).toBe(400);
    expect(flux.sides).toEqual([]);
  });

  it("401 for a token with another audience, tenant, time, signature or subject", async () => {
    const { knock, tenantId, flux } = await aPersonWith();
    const exp = Date.now() + 30_000;
    const good = { aud: "voice", jti: crypto.randomUUID(), exp, tid: tenantId, sub: "token:x" };
    const [payload = "", mac = ""] = signed(good).split(".");
    const changed = Buffer.from(JSON.stringify({ ...good, tid: "other" })).toString("base64url");
    const tokens = [
      signed({ ...good, aud: "chat" }),
      signed({ ...good, exp: Date.now() - 1 }),
      signed({ ...good, exp: Date.now() + 3_600_000 }),
      signed({ ...good, jti: undefined }),
      signed(good, "rampart portal challenge"),
      mintToken("another secret", { tenantId, subject: "token:x" }, Date.now()),
      `${changed}.${mac}`,
      `${payload}.`,
      `${payload}.${mac.slice(2)}`,
      payload,
      "x".repeat(100_000),
      // A subject that does not exist.
      signed(good),
      signed({ ...good, jti: crypto.randomUUID(), sub: "service:x" }),
    ];
    const statuses = [];
    for (const token of tokens) statuses.push((await knock(token)).status);
    expect(statuses).toEqual(tokens.map(() => 401));
    expect(flux.sides).toEqual([]);
  });

  it("401 for a token that is a minute old", async () => {
    const { knock, bearer, pass } = await aPersonWith();
    pass(60_000);
    expect((await knock(bearer)).status).toBe(401);
  });

  it("101 for one of ten requests at once with the same token; 401 for nine, and later", async () => {
    const { knock, bearer, flux } = await aPersonWith();
    const answers = await Promise.all(Array.from({ length: 10 }, () => knock(bearer)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([101, ...Array.from({ length: 9 }, () => 401)]);
    expect(flux.sides).toHaveLength(1);
    for (const answer of answers) if (answer.status === 101) clientOf(answer).socket.close();
    expect((await knock(bearer)).status).toBe(401);
  });
});

describe("GET /ai/voice/stream when something changed since the token was given", () => {
  it("401 when the person's own token was revoked", async () => {
    const { knock, bearer, as, flux } = await aPersonWith();
    const id = as.split("_")[2] ?? "";
    const gone = await call("DELETE", `/admin/tokens/${id}`, { as: await anOperator() });
    expect(gone.status).toBe(204);
    expect((await knock(bearer)).status).toBe(401);
    expect(flux.sides).toEqual([]);
  });

  it("401 when the person's own token reaches the tenant no more", async () => {
    const { knock, bearer, as, flux } = await aPersonWith();
    const move = env.DB.prepare("update access_tokens set tenants = json_array(?) where id = ?");
    await move.bind(await aTenant(), as.split("_")[2]).run();
    expect((await knock(bearer)).status).toBe(401);
    expect(flux.sides).toEqual([]);
  });

  it("401 when the identity provider withdrew the person; 101 for a token that it issued since", async () => {
    const [provider, tenantId, flux] = [new Provider(), await aTenant(), aFlux()];
    const { token, knock, pass } = withFlux(flux, {}, provider);
    const turn = (ms: number) => {
      provider.now += ms;
      pass(ms);
    };
    const enter = async (role: string) =>
      (await enterWith(provider)({ role, tenant_id: tenantId })).status;
    const own = () => provider.bearer({ role: "admins", tenant_id: tenantId });
    expect(await enter("admins")).toBe(303);
    const bearers = [await token(tenantId, await own()), await token(tenantId, await own())];
    const open = clientOf(await knock(bearers[0]));
    expect(await enter("guests")).toBe(403);
    expect((await knock(bearers[1])).status).toBe(401);
    turn(15_000);
    const newer = clientOf(await knock(await token(tenantId, await own())));
    for (const { socket } of [open, newer]) socket.close();
  });

  it("403 when the tenant was suspended", async () => {
    const { knock, bearer, tenantId, pass } = await aPersonWith();
    const body = { status: "suspended" };
    const path = `/admin/tenants/${tenantId}`;
    expect((await call("PATCH", path, { as: await anOperator(), body })).status).toBe(200);
    pass(15_000);
    const answer = await knock(bearer);
    expect([answer.status, await error(answer)]).toEqual([403, "tenant_inactive"]);
  });

  it.each([
    [429, "budget_exhausted", { limits: { monthlyMicroUsd: 0 } }, 0],
    [429, "ai_rate_limited", { limits: { callsPerDay: 0 } }, undefined],
    [503, "price_unknown", { limits: { monthlyMicroUsd: 5 } }, undefined],
    [503, "voice_not_configured", { order: [] }, undefined],
    [503, "voice_not_configured", { region: "nowhere" }, undefined],
  ])("%i %s", async (status, name, change, price) => {
    const { knock, bearer, tenantId, as, pass, name: provider, flux } = await aPersonWith();
    if (price !== undefined) {
      const one = {
        provider,
        model: "stt",
        unit: "second",
        inputPerMillion: 1,
        outputPerMillion: 0,
      };
      const order = { as: await anOperator(), body: { prices: [one] } };
      expect((await call("POST", "/admin/ai/prices", order)).status).toBe(201);
    }
    const body = { tenantId, ...change };
    expect((await call("PATCH", "/ai/settings", { as, body })).status).toBe(200);
    pass(15_000);
    const answer = await knock(bearer);
    expect([answer.status, await error(answer)]).toEqual([status, name]);
    expect(flux.sides).toEqual([]);
  });

  it("503 if the provider gives no socket, 422 if it answers 400; the token is used up", async () => {
    const instead: [() => unknown, number][] = [
      [() => new Response("busy", { status: 403 }), 503],
      [() => Response.json({}), 503],
      [() => ({ text: "" }), 503],
      [() => new Response(null, { status: 400 }), 422],
    ];
    for (const [answer, status] of instead) {
      const person = await aPersonWith(withFlux(aFlux(undefined, answer)));
      const refused = await person.knock(person.bearer);
      expect([refused.status, refused.headers.get("sec-websocket-protocol")]).toEqual([
        status,
        null,
      ]);
      expect((await person.knock(person.bearer)).status).toBe(401);
    }
  });
});

describe("streams at the same time", () => {
  it("429 for a caller's third stream; 101 again once one of the streams has ended", async () => {
    const { knock, token, tenantId, as, flux } = await aPersonWith();
    const open = async () => knock(await token(tenantId, as));
    const [one, two] = [clientOf(await open()), clientOf(await open())];
    const third = await open();
    expect([third.status, await error(third)]).toEqual([429, "ai_rate_limited"]);
    const other = clientOf(await knock(await token(tenantId, await aMember(tenantId))));
    one.socket.close();
    await expect.poll(() => flux.sides[0]?.closed).toMatchObject({ code: 1000 });
    await expect.poll(async () => (await open()).status).toBe(101);
    for (const { socket } of [two, other]) socket.close();
  });

  it("429 for a stream beyond half of the tenant's limit concurrent", async () => {
    const { knock, token, tenantId, as } = await aPersonWith();
    const body = { tenantId, limits: { concurrent: 2 } };
    expect((await call("PATCH", "/ai/settings", { as, body })).status).toBe(200);
    const one = clientOf(await knock(await token(tenantId, as)));
    const second = await knock(await token(tenantId, await aMember(tenantId)));
    expect(second.status).toBe(429);
    one.socket.close();
  });
});
