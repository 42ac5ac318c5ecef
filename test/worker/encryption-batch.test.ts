import { describe, expect, it } from "vitest";
import { decryptBatch } from "../../src/encryption/batch/decrypt-batch.ts";
import { changeVersion } from "../../src/encryption/change-version.ts";
import { encryptField } from "../../src/encryption/index.ts";
import { LEASED_KEYS } from "../../src/encryption/lease/terms.ts";
import { rotateKey } from "../../src/encryption/rotate.ts";
import { settle } from "../../src/http/index.ts";
import { call } from "../support/call.ts";
import { aKeyedTenant, BY, Clock, Isolate } from "../support/keyring.ts";
import { aServiceKey, aTenant } from "../support/people.ts";

interface Result {
  reference?: string;
  ok: boolean;
  encrypted?: string;
  decrypted?: string;
  error?: { statusCode: number; error: string; message: string };
}

async function aKeyed() {
  const key = await aServiceKey();
  const tenantId = await aTenant();
  const post = (path: string, body: object) =>
    call("POST", `/encryption/${path}`, {
      body: { tenantId, ...body },
      headers: { "x-internal-service-key": key },
    });
  const batch = async (operation: string, items: object[]) => {
    const answer = await post("batch", { operation, items });
    expect(answer.status).toBe(200);
    const body = await answer.json<{ tenantId: string; results: Result[] }>();
    expect(body.tenantId).toBe(tenantId);
    return body.results;
  };
  expect((await post("provision-key", {})).status).toBe(200);
  return { tenantId, post, batch };
}

describe("POST /encryption/rewrap", () => {
  it("200 with the value under the current version, for the same context only", async () => {
    const { tenantId, post } = await aKeyed();
    const sealed = await post("encrypt", { value: "secret", context: "row 1" });
    const { encrypted } = await sealed.json<{ encrypted: string }>();
    await post("rotate-key", {});
    const answer = await post("rewrap", { encrypted, context: "row 1" });
    const body = await answer.json<{ encrypted: string }>();
    expect(body).toEqual({
      tenantId,
      encrypted: expect.stringMatching(/^fe1\.2\./) as string,
      keyVersion: 2,
    });
    const opened = await post("decrypt", { encrypted: body.encrypted, context: "row 1" });
    expect(await opened.json()).toEqual({ tenantId, decrypted: "secret" });
    const foreign = await post("rewrap", { encrypted, context: "row 2" });
    expect(foreign.status).toBe(400);
    expect(await foreign.json()).toMatchObject({ error: "decryption_failed" });
  });
});

describe("POST /encryption/batch", () => {
  it("200 with a result per item, in order and by reference", async () => {
    const { batch } = await aKeyed();
    const items = Array.from({ length: 100 }, (_, at) => ({
      reference: `row ${at}`,
      value: `value ${at}`,
      context: `context ${at}`,
    }));
    const sealed = await batch("encrypt", items);
    expect(sealed.map(({ reference }) => reference)).toEqual(items.map((item) => item.reference));
    expect(new Set(sealed.map(({ encrypted }) => encrypted)).size).toBe(100);
    const opened = await batch(
      "decrypt",
      sealed.map(({ encrypted }, at) => ({ encrypted, context: `context ${at}` })),
    );
    expect(opened).toEqual(items.map(({ value }) => ({ ok: true, decrypted: value })));
  });

  it("200 when some items fail, each with its own error", async () => {
    const { post, batch } = await aKeyed();
    const [one] = await batch("encrypt", [{ value: "a", context: "x" }]);
    const encrypted = one?.encrypted ?? "";
    const results = await batch("decrypt", [
      { reference: "good", encrypted, context: "x" },
      { reference: "context", encrypted, context: "y" },
      { reference: "shape", encrypted: "nonsense" },
      { reference: "version", encrypted: encrypted.replace("fe1.1", "fe1.5") },
    ]);
    expect(results.map(({ reference, ok, error }) => [reference, ok, error?.error])).toEqual([
      ["good", true, undefined],
      ["context", false, "decryption_failed"],
      ["shape", false, "ciphertext_malformed"],
      ["version", false, "key_version_unknown"],
    ]);
    const large = await batch("encrypt", [{ value: "x".repeat(65_537) }, { value: "y" }]);
    expect(large.map(({ error }) => error?.error)).toEqual(["value_too_large", undefined]);
    expect((await post("rotate-key", {})).status).toBe(200);
    const moved = await batch("rewrap", [{ encrypted, context: "x" }, { encrypted }]);
    expect(moved[0]?.encrypted).toMatch(/^fe1\.2\./);
    expect(moved[1]?.error?.error).toBe("decryption_failed");
  });

  it("200 when a value or context is not well-formed Unicode: only that item fails, with 400", async () => {
    const { batch } = await aKeyed();
    const [good, ...bad] = await batch("encrypt", [
      { value: "a" },
      { reference: "value", value: "\ud800" },
      { reference: "context", value: "a", context: "\udc00" },
    ]);
    const encrypted = good?.encrypted ?? "";
    const opened = await batch("decrypt", [{ encrypted, context: "\ud800" }, { encrypted }]);
    const moved = await batch("rewrap", [{ encrypted, context: "\ud800" }, { encrypted }]);
    const messageOf = (name: string) => `"${name}" is invalid: must be well-formed Unicode.`;
    const names = ["value", "context", "context", "context"];
    const failed = [...bad, opened[0], moved[0]];
    expect(failed.map((result) => result?.error)).toEqual(
      names.map((name) => ({
        statusCode: 400,
        error: "invalid_request",
        message: messageOf(name),
      })),
    );
    expect(bad.map(({ reference }) => reference)).toEqual(["value", "context"]);
    expect([opened[1]?.decrypted, moved[1]?.ok]).toEqual(["a", true]);
  });

  it("404 for the whole batch when the tenant has no key", async () => {
    const key = await aServiceKey();
    const tenantId = await aTenant();
    for (const body of [
      { operation: "encrypt", items: [{ value: "x" }] },
      { operation: "decrypt", items: [{ encrypted: `fe1.1.${"A".repeat(64)}` }] },
      { operation: "rewrap", items: [{ encrypted: `fe1.1.${"A".repeat(64)}` }] },
    ]) {
      const answer = await call("POST", "/encryption/batch", {
        body: { tenantId, ...body },
        headers: { "x-internal-service-key": key },
      });
      expect(answer.status).toBe(404);
    }
  });

  it.each([
    ["no items", { operation: "encrypt", items: [] }],
    [
      "501 items",
      { operation: "encrypt", items: Array.from({ length: 501 }, () => ({ value: "x" })) },
    ],
    ["an unknown operation", { operation: "hash", items: [{ value: "x" }] }],
    ["items of another operation", { operation: "decrypt", items: [{ value: "x" }] }],
  ])("400 for %s", async (_case, body) => {
    const { post } = await aKeyed();
    expect((await post("batch", body)).status).toBe(400);
  });

  it.each([
    ["encrypt", "decrypt", { encrypted: "x" }],
    ["decrypt", "encrypt", { value: "x" }],
    ["decrypt", "rewrap", { encrypted: "x" }],
  ] as const)(
    "403 for a service key that may only %s and asks to %s",
    async (held, operation, item) => {
      const answer = await call("POST", "/encryption/batch", {
        body: { tenantId: await aTenant(), operation, items: [item] },
        headers: { "x-internal-service-key": await aServiceKey([held]) },
      });
      expect(answer.status).toBe(403);
      const needed = operation === "decrypt" ? "decrypt" : "encrypt";
      expect(await answer.json()).toMatchObject({ message: `Missing permission: ${needed}` });
    },
  );
});

describe("a batch with an item of a key version disabled since the lease", () => {
  it("fails with key_version_disabled for that item alone", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const { access } = new Isolate(clock);
    const seal = async (at = access) =>
      settle(await encryptField(at, tenantId, { value: "value" })).encrypted;
    const old = await seal();
    for (let turn = 0; turn < LEASED_KEYS; turn += 1) settle(await rotateKey(access, tenantId, BY));
    const other = new Isolate(clock);
    const items = [{ encrypted: old }, { encrypted: await seal(other.access) }];
    settle(await changeVersion(access, tenantId, 1, "disable", BY));
    expect(settle(await decryptBatch(other.access, tenantId, items, BY))).toMatchObject([
      { ok: false, error: { statusCode: 403, error: "key_version_disabled" } },
      { ok: true, decrypted: "value" },
    ]);
  });
});
