import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mintCredential, type ServiceOperation } from "../../src/access/index.ts";
import { call } from "../support/call.ts";
import { BY } from "../support/keyring.ts";
import { aMember, anOperator, aServiceKey, aTenant } from "../support/people.ts";
import { rounds } from "../support/rounds.ts";

const DAY_MS = 86_400_000;

interface Problem {
  statusCode: number;
  error: string;
  message: string;
  requestId: string;
  details?: { path: string }[];
}

/** A caller with a service key, and a tenant that has an encryption key if wanted. */
async function aService(operations?: readonly ServiceOperation[], tenants?: string[]) {
  const key = await aServiceKey(operations, tenants);
  return (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call("POST", `/encryption/${path}`, {
      body,
      headers: { "x-internal-service-key": key, ...headers },
    });
}

async function aKeyed() {
  const post = await aService();
  const tenantId = await aTenant();
  expect((await post("provision-key", { tenantId })).status).toBe(200);
  const seal = async (value: string, context?: string) => {
    const answer = await post("encrypt", { tenantId, value, context });
    return (await answer.json<{ encrypted: string }>()).encrypted;
  };
  return { post, tenantId, seal };
}

async function refusal(answer: Response, status: number, error: string) {
  const problem = await answer.json<Problem>();
  expect({ status: answer.status, error: problem.error }).toEqual({ status, error });
  expect(problem.statusCode).toBe(status);
  return problem;
}

describe("POST /encryption/encrypt", () => {
  it("200 with exactly tenantId and encrypted", async () => {
    const { post, tenantId } = await aKeyed();
    const answer = await post("encrypt", { tenantId, value: "secret", context: "row 1" });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      tenantId,
      encrypted: expect.stringMatching(/^fe1\.1\.[A-Za-z0-9_-]+$/) as string,
    });
  });

  it("404 when the tenant has no key, and none is made", async () => {
    const post = await aService();
    const tenantId = await aTenant();
    await refusal(await post("encrypt", { tenantId, value: "x" }), 404, "key_not_provisioned");
    await refusal(await post("rotate-key", { tenantId }), 404, "key_not_provisioned");
  });

  it("200 for 64 KiB of UTF-8, 413 for one byte more", async () => {
    const { post, tenantId } = await aKeyed();
    const whole = "é".repeat(32 * 1024);
    const answer = await post("encrypt", { tenantId, value: whole });
    const { encrypted } = await answer.json<{ encrypted: string }>();
    const opened = await post("decrypt", { tenantId, encrypted });
    expect((await opened.json<{ decrypted: string }>()).decrypted).toBe(whole);
    await refusal(await post("encrypt", { tenantId, value: `${whole}x` }), 413, "value_too_large");
    const context = "é".repeat(2_048);
    const sealed = await (
      await post("encrypt", { tenantId, value: "", context })
    ).json<{ encrypted: string }>();
    const empty = await post("decrypt", { tenantId, ...sealed, context });
    expect(await empty.json()).toEqual({ tenantId, decrypted: "" });
    const longer = { tenantId, value: "x", ...sealed, context: `${context}x` };
    for (const path of ["encrypt", "decrypt"]) {
      await refusal(await post(path, longer), 413, "context_too_large");
    }
  });

  it("200 for 64 KiB of characters that JSON must escape", async () => {
    const { post, tenantId } = await aKeyed();
    const value = "\u0001".repeat(64 * 1024);
    expect((await post("encrypt", { tenantId, value })).status).toBe(200);
  });

  it.each([
    ["no tenant", { value: "x" }, "tenantId"],
    ["a tenant id that cannot be one", { tenantId: "A b", value: "x" }, "tenantId"],
    ["no value", { tenantId: "abc" }, "value"],
    ["a value that is no string", { tenantId: "abc", value: 1 }, "value"],
    ["half a surrogate pair", { tenantId: "abc", value: "\ud800" }, "value"],
    ["a context that is null", { tenantId: "abc", value: "x", context: null }, "context"],
  ])("400 for %s", async (_case, body, path) => {
    const post = await aService();
    const problem = await refusal(await post("encrypt", body), 400, "invalid_request");
    expect(problem.details?.[0]?.path).toBe(path);
  });

  it("200 with an unknown field; 400 for a contract field that is missing or null", async () => {
    const { post, tenantId } = await aKeyed();
    const encrypted = "fe1.1.x";
    const wrong: [path: string, field: string, body: object][] = [
      ["decrypt", "encrypted", { tenantId }],
      ["decrypt", "encrypted", { tenantId, encrypted: null }],
      ["decrypt", "context", { tenantId, encrypted, context: null }],
      ["decrypt", "tenantId", { encrypted }],
      ["provision-key", "tenantId", {}],
      ["provision-key", "tenantId", { tenantId: null }],
      ["rotate-key", "tenantId", {}],
      ["rotate-key", "tenantId", { tenantId: "" }],
    ];
    for (const [path, field, body] of wrong) {
      const { details } = await refusal(await post(path, body), 400, "invalid_request");
      expect(details).toEqual([{ path: field, message: expect.any(String) }]);
    }
    for (const [path, body] of [
      ["encrypt", { value: "x" }],
      ["provision-key", {}],
      ["rotate-key", {}],
    ] as const) {
      expect((await post(path, { tenantId, ...body, more: 1 })).status).toBe(200);
    }
  });

  it("415 for text/plain, 413 for a body beyond every bound, 405 for GET", async () => {
    const post = await aService();
    const text = await post("encrypt", "value=x", { "content-type": "text/plain" });
    expect(text.status).toBe(415);
    const huge = { tenantId: "abc", value: "x".repeat(500_000) };
    await refusal(await post("encrypt", huge), 413, "body_too_large");
    expect((await call("GET", "/encryption/encrypt")).status).toBe(405);
  });
});

describe("concurrent encrypts and rotations", () => {
  it("all answer 200, and every ciphertext decrypts to its value", async () => {
    const { post, tenantId } = await aKeyed();
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const path = at % 10 === 0 ? "rotate-key" : "encrypt";
        const answer = await post(path, { tenantId, value: `value ${at}` });
        expect(answer.status).toBe(200);
        return { at, ...(await answer.json<{ encrypted?: string }>()) };
      }),
    );
    for (const { at, encrypted } of answers) {
      if (encrypted === undefined) continue;
      const opened = await post("decrypt", { tenantId, encrypted });
      expect(await opened.json()).toEqual({ tenantId, decrypted: `value ${at}` });
    }
  });
});

describe("POST /encryption/decrypt", () => {
  it("200 with exactly tenantId and decrypted, for any Unicode value and context", async () => {
    const { post, tenantId, seal } = await aKeyed();
    const text = fc.string({ unit: "binary", maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(text, fc.option(text, { nil: undefined }), async (value, context) => {
        const encrypted = await seal(value, context);
        const answer = await post("decrypt", { tenantId, encrypted, context });
        expect(await answer.json()).toEqual({ tenantId, decrypted: value });
      }),
      { numRuns: rounds(125) },
    );
  });

  it("400 with the same body for changed bytes and for a wrong context, version or tenant", async () => {
    const { post, tenantId, seal } = await aKeyed();
    const other = await aKeyed();
    const encrypted = await seal("secret", "row 1");
    await post("rotate-key", { tenantId });
    const bytes = Buffer.from(encrypted.slice("fe1.1.".length), "base64url");
    const turned = (at: number) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return `fe1.1.${copy.toString("base64url")}`;
    };
    const tries = [
      { encrypted, context: "row 2" },
      { encrypted, context: "" },
      { encrypted },
      ...[0, 3, 4, 27, 28, bytes.length - 1].map((at) => ({
        encrypted: turned(at),
        context: "row 1",
      })),
      { encrypted: encrypted.replace("fe1.1.", "fe1.2."), context: "row 1" },
      { encrypted: await other.seal("secret", "row 1"), context: "row 1" },
    ];
    const texts = new Set<string>();
    for (const one of tries) {
      const answer = await post("decrypt", { tenantId, ...one });
      const problem = await refusal(answer, 400, "decryption_failed");
      texts.add(JSON.stringify({ ...problem, requestId: "" }));
    }
    expect(texts.size).toBe(1);
    expect([...texts][0]).not.toContain("row");
  });

  it("400 for a malformed ciphertext and for a key version that never existed", async () => {
    const { post, tenantId, seal } = await aKeyed();
    for (const encrypted of ["", "secret", "fe1.1.AAAA", "fe2.1.AAAA", "fe1.01.AAAA"]) {
      await refusal(await post("decrypt", { tenantId, encrypted }), 400, "ciphertext_malformed");
    }
    const unknown = (await seal("x")).replace("fe1.1.", "fe1.2.");
    await refusal(
      await post("decrypt", { tenantId, encrypted: unknown }),
      400,
      "key_version_unknown",
    );
  });
});

describe("POST /encryption/provision-key", () => {
  it("200 with exactly tenantId and keyVersion, and again with the existing version", async () => {
    const { post, tenantId } = await aKeyed();
    const again = await post("provision-key", { tenantId });
    expect(await again.json()).toEqual({ tenantId, keyVersion: 1 });
    await post("rotate-key", { tenantId });
    const later = await post("provision-key", { tenantId });
    expect(await later.json()).toEqual({ tenantId, keyVersion: 2 });
  });

  it("200 for fifty concurrent calls, which make one key version and one audit line", async () => {
    const post = await aService();
    const tenantId = await aTenant();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post("provision-key", { tenantId })),
    );
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(new Set(bodies.map((body) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify({ tenantId, keyVersion: 1 })]),
    );
    const as = await anOperator();
    const status = await call("GET", `/encryption/keys/${tenantId}`, { as });
    expect((await status.json<{ versions: [] }>()).versions).toHaveLength(1);
    const log = await call(
      "GET",
      `/admin/audit?tenantId=${tenantId}&action=encryption.key_provisioned`,
      { as },
    );
    expect(await log.json()).toMatchObject({ total: 1, items: [{ detail: { keyVersion: 1 } }] });
  });

  it("404 for an unknown tenant", async () => {
    const post = await aService();
    await refusal(await post("provision-key", { tenantId: "nobody-at-all" }), 404, "not_found");
  });
});

describe("POST /encryption/rotate-key", () => {
  it("200 with exactly tenantId, oldVersion and newVersion, and a header for the old version's end", async () => {
    const { post, tenantId, seal } = await aKeyed();
    const before = await seal("secret");
    const asked = Date.now();
    const answer = await post("rotate-key", { tenantId });
    expect(await answer.json()).toEqual({ tenantId, oldVersion: 1, newVersion: 2 });
    const ends = Date.parse(answer.headers.get("old-version-ends-at") ?? "");
    expect(ends - asked).toBeGreaterThanOrEqual(15_000);
    expect(ends).toBeLessThanOrEqual(Date.now() + 15_000);
    expect(await seal("secret")).toMatch(/^fe1\.2\./);
    const opened = await post("decrypt", { tenantId, encrypted: before });
    expect(await opened.json()).toEqual({ tenantId, decrypted: "secret" });
  });

  it("200 with the same versions when a call is repeated with its Idempotency-Key", async () => {
    const { post, tenantId } = await aKeyed();
    const order = { "idempotency-key": "order-1" };
    const [one, again] = [
      await post("rotate-key", { tenantId }, order),
      await post("rotate-key", { tenantId }, order),
    ];
    expect(await again.json()).toEqual(await one.json());
    const replayed = [one, again].map(({ headers }) => headers.get("idempotency-replayed"));
    expect(replayed).toEqual([null, "true"]);
    const next = await post("rotate-key", { tenantId }, { "idempotency-key": "order-2" });
    expect(await next.json()).toMatchObject({ oldVersion: 2, newVersion: 3 });
  });

  it("makes a new version when an Idempotency-Key is repeated after more than a day", async () => {
    const { tenantId } = await aKeyed();
    const keyring = env.KEYRING.get(env.KEYRING.idFromName(tenantId));
    const now = Date.now();
    const rotate = async (at: number) => keyring.rotate(at, BY, "monthly");
    const first = { oldVersion: 1, newVersion: 2, at: now };
    expect(await rotate(now)).toEqual(first);
    expect(await rotate(now + DAY_MS)).toEqual({ ...first, replayed: true });
    const later = now + DAY_MS + 1;
    expect(await rotate(later)).toEqual({ oldVersion: 2, newVersion: 3, at: later });
  });

  it("200 for twenty concurrent calls, each with its own new version", async () => {
    const { post, tenantId } = await aKeyed();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post("rotate-key", { tenantId })),
    );
    const made = await Promise.all(
      answers.map(async (answer) => (await answer.json<{ newVersion: number }>()).newVersion),
    );
    expect(made.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 2),
    );
  });
});

describe("X-Internal-Service-Key", () => {
  it("401 with the same body when the key is missing, unknown, malformed or revoked", async () => {
    const as = await anOperator();
    const body = { name: "short", operations: ["encrypt"] };
    const made = await call("POST", "/admin/service-keys", { as, body });
    const { id, key } = await made.json<{ id: string; key: string }>();
    await call("DELETE", `/admin/service-keys/${id}`, { as });
    const mistyped = `${(await aServiceKey()).slice(0, -7)}_000000`;
    const unknown = mintCredential("rmp_svc").text;
    const seen = new Set<string>();
    for (const text of [undefined, "", "secret", mistyped, unknown, key]) {
      const answer = await call("POST", "/encryption/encrypt", {
        body: { tenantId: "abc", value: "x" },
        headers: text === undefined ? {} : { "x-internal-service-key": text },
      });
      const problem = await refusal(answer, 401, "unauthorized");
      seen.add(JSON.stringify({ ...problem, requestId: "" }));
    }
    expect(seen.size).toBe(1);
  });

  it("401 for a person's token", async () => {
    const tenantId = await aTenant();
    const answer = await call("POST", "/encryption/decrypt", {
      as: await aMember(tenantId),
      body: { tenantId, encrypted: "x" },
    });
    expect(answer.status).toBe(401);
  });

  it.each([
    ["encrypt", "decrypt", { encrypted: "fe1.1.x" }],
    ["decrypt", "encrypt", { value: "x" }],
    ["decrypt", "rewrap", { encrypted: "fe1.1.x" }],
    ["rotate", "provision-key", {}],
    ["provision", "rotate-key", {}],
  ] as const)(
    "403 for a key that may only %s at /encryption/%s, naming the missing permission",
    async (held, path, more) => {
      const tenantId = await aTenant();
      const post = await aService([held]);
      const problem = await refusal(
        await post(path, { tenantId, ...more }),
        403,
        "permission_denied",
      );
      const needed = { "provision-key": "provision", "rotate-key": "rotate", rewrap: "encrypt" };
      expect(problem.message).toBe(
        `Missing permission: ${path in needed ? needed[path as keyof typeof needed] : path}`,
      );
    },
  );

  it("403 for a tenant other than the key's own", async () => {
    const { tenantId } = await aKeyed();
    const post = await aService(undefined, [await aTenant()]);
    const { message } = await refusal(
      await post("encrypt", { tenantId, value: "x" }),
      403,
      "tenant_forbidden",
    );
    expect(message).toBe(`This credential does not reach the tenant "${tenantId}".`);
    await refusal(
      await post("batch", { tenantId, operation: "encrypt", items: [{ value: "x" }] }),
      403,
      "tenant_forbidden",
    );
  });

  it("429 with Retry-After when one address keeps failing; a valid key from that address still works", async () => {
    const { post, tenantId } = await aKeyed();
    const address = { "cf-connecting-ip": `2001:db8:0:${crypto.randomUUID().slice(0, 4)}::1` };
    const fail = () => post("encrypt", {}, { ...address, "x-internal-service-key": "wrong" });
    let [tries, last] = [1, await fail()];
    // More tries than a minute allows, because a minute may end meanwhile and the count start anew.
    for (; last.status === 401 && tries < 200; tries += 1) last = await fail();
    await refusal(last, 429, "too_many_failures");
    expect(tries).toBeGreaterThan(60);
    expect(last.headers.get("retry-after")).toBe("60");
    expect((await post("encrypt", { tenantId, value: "x" }, address)).status).toBe(200);
  });
});
