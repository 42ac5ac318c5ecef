import { gunzipSync, gzipSync } from "node:zlib";
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimedBySystem } from "../../src/access/claim-tenant.ts";
import type { TenantId } from "../../src/access/index.ts";
import { decryptBatch } from "../../src/encryption/batch/decrypt-batch.ts";
import { rewrapBatch } from "../../src/encryption/batch/rewrap-batch.ts";
import { decryptField, encryptField } from "../../src/encryption/index.ts";
import { rewrapField } from "../../src/encryption/rewrap.ts";
import { hashContext } from "../../src/encryption/trail/lines.ts";
import { listDecrypts } from "../../src/encryption/trail/list-decrypts.ts";
import { settle } from "../../src/http/index.ts";
import { uuidv7 } from "../../src/platform/index.ts";
import { call } from "../support/call.ts";
import { aKeyedTenant, BY, Clock, Isolate } from "../support/keyring.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";

async function aSealed() {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const isolate = new Isolate(clock);
  const { encrypted } = settle(
    await encryptField(isolate.access, tenantId, { value: "secret", context: "row 1" }),
  );
  return { clock, tenantId, isolate, encrypted };
}

interface Listed {
  items: { outcome: string; contextHash: string | null }[];
  cursor: string | null;
}

async function list(tenantId: TenantId, query: string): Promise<Listed> {
  const as = await aMember(tenantId, ["audit:read"]);
  const answer = await call("GET", `/encryption/keys/${tenantId}/decrypts?${query}`, { as });
  expect(answer.status).toBe(200);
  return answer.json();
}

describe("the decrypt trail of a tenant without a key", () => {
  it("is never started, since the tenant may not exist or may be erased", async () => {
    const { clock, isolate, encrypted } = await aSealed();
    const tenantId = claimedBySystem(await aTenant());
    const refused = await decryptField(isolate.access, tenantId, { encrypted }, BY);
    expect(refused).toMatchObject({ error: "key_not_provisioned" });
    await rewrapField(isolate.access, tenantId, { encrypted }, BY);
    await decryptBatch(isolate.access, tenantId, [{ encrypted }], BY);
    clock.pass(7_000);
    await Promise.all(isolate.tasks.splice(0));
    const { objects } = await env.OBJECTS.list({ prefix: `decrypt-trail/${tenantId}/` });
    expect(objects).toEqual([]);
  });
});

it("the decrypt trail is written at once when two thousand lines wait, and not a line sooner", async () => {
  const { tenantId, isolate } = await aSealed();
  const { access, tasks } = isolate;
  const note = {
    tenantId,
    at: access.platform.now(),
    by: BY,
    action: "decrypt",
    version: 1,
  } as const;
  const files = async () =>
    (await env.OBJECTS.list({ prefix: `decrypt-trail/${tenantId}/` })).objects.length;
  for (let line = 1; line < 2_000; line += 1) {
    access.trail.add(access, { ...note, context: undefined, outcome: "opened" });
  }
  const waiting = tasks.length;
  expect(await files()).toBe(0);
  access.trail.add(access, { ...note, context: undefined, outcome: "opened" });
  await Promise.all(tasks.slice(waiting));
  expect([tasks.length - waiting, await files()]).toEqual([1, 1]);
});

it("the hash of a context differs between tenants", () => {
  expect(hashContext("one", "row 1")).not.toBe(hashContext("other", "row 1"));
});

describe("GET /encryption/keys/{tenantId}/decrypts", () => {
  it("200 with a line for every decrypt, a little later: who, version, context hash, outcome", async () => {
    const { clock, tenantId, isolate, encrypted } = await aSealed();
    const open = (context?: string) =>
      decryptField(isolate.access, tenantId, { encrypted, context }, BY);
    await open("row 1");
    await open("row 2");
    await open();
    await rewrapField(isolate.access, tenantId, { encrypted, context: "row 1" }, BY);
    expect((await list(tenantId, "day=2026-06-01")).items).toEqual([]);
    clock.pass(7_000);
    await Promise.all(isolate.tasks.splice(0));
    const { items, cursor } = await list(tenantId, "day=2026-06-01");
    const line = { who: BY.subject, requestId: BY.requestId, version: 1, action: "decrypt" };
    expect(items).toMatchObject([
      {
        ...line,
        outcome: "opened",
        contextHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
      { ...line, outcome: "not_authentic" },
      { ...line, outcome: "not_authentic", contextHash: null },
      { ...line, outcome: "opened", action: "rewrap" },
    ]);
    expect(cursor).toBeNull();
    expect(items[0]?.contextHash).toBe(items[3]?.contextHash);
    const as = await aMember(tenantId, ["audit:read"]);
    const path = `/encryption/keys/${tenantId}/decrypts`;
    const body = { day: "2026-06-01", context: "row 2" };
    const found = await call("POST", path, { as, body });
    expect((await found.json<Listed>()).items).toMatchObject([{ outcome: "not_authentic" }]);
    const inAddress = await call("GET", `${path}?day=2026-06-01&context=row%202`, { as });
    expect([inAddress.status, await inAddress.json()]).toMatchObject([
      400,
      { details: [{ path: "context" }] },
    ]);
    expect((await list(tenantId, "day=2026-06-02")).items).toEqual([]);
  });

  it("continues after an empty page of files if storage says that more follow", async () => {
    const { tenantId, isolate, encrypted } = await aSealed();
    await decryptField(isolate.access, tenantId, { encrypted }, BY);
    await isolate.access.trail.flush(isolate.access);
    const empty = { objects: [], delimitedPrefixes: [], truncated: true, cursor: "on" };
    const list = async ({ cursor, ...options }: R2ListOptions = {}) =>
      cursor === undefined ? empty : env.OBJECTS.list(options);
    const OBJECTS = { list, get: env.OBJECTS.get.bind(env.OBJECTS) } as unknown as R2Bucket;
    const listed = await listDecrypts({ ...env, OBJECTS }, tenantId, { day: "2026-06-01" });
    expect(listed).toMatchObject({ items: [{ outcome: "not_authentic" }], cursor: null });
  });

  it("200 with one line per decrypt, single or in a batch, opened or not, without value or context", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ secret: fc.uuid(), context: fc.uuid(), good: fc.boolean() }), {
          minLength: 1,
          maxLength: 12,
        }),
        async (rows) => {
          const clock = new Clock();
          const tenantId = await aKeyedTenant(clock);
          const { access } = new Isolate(clock);
          const items = await Promise.all(
            rows.map(async ({ secret: value, context, good }) => {
              const { encrypted } = settle(
                await encryptField(access, tenantId, { value, context }),
              );
              return { encrypted, context: good ? context : `not ${context}` };
            }),
          );
          for (const item of items) await decryptField(access, tenantId, item, BY);
          await decryptBatch(access, tenantId, items, BY);
          await rewrapBatch(access, tenantId, items, BY);
          await access.trail.flush(access);
          const listed = await list(tenantId, "day=2026-06-01");
          const outcomes = rows.map(({ good }) => (good ? "opened" : "not_authentic"));
          expect(listed.items.map(({ outcome }) => outcome)).toEqual([
            ...outcomes,
            ...outcomes,
            ...outcomes,
          ]);
          const text = JSON.stringify(listed);
          for (const { secret, context } of rows) {
            expect(text).not.toContain(secret);
            expect(text).not.toContain(context);
          }
        },
      ),
      { numRuns: 10 },
    );
  });

  it("records wrong_key for another tenant's ciphertext, though the caller gets the usual 400", async () => {
    const { tenantId, isolate } = await aSealed();
    const foreign = await aSealed();
    const answer = await decryptField(
      isolate.access,
      tenantId,
      { encrypted: foreign.encrypted, context: "row 1" },
      BY,
    );
    expect(answer).toMatchObject({ status: 400, error: "decryption_failed" });
    await isolate.access.trail.flush(isolate.access);
    expect((await list(tenantId, "day=2026-06-01")).items).toMatchObject([
      { outcome: "wrong_key" },
    ]);
  });

  it("has each line under its own day, even if lines of several days are written at once", async () => {
    const { clock, tenantId, isolate, encrypted } = await aSealed();
    for (const hours of [0, 23, 25]) {
      clock.at += hours * 60 * 60_000;
      await decryptField(isolate.access, tenantId, { encrypted, context: "row 1" }, BY);
    }
    await isolate.access.trail.flush(isolate.access);
    expect((await list(tenantId, "day=2026-06-01")).items).toHaveLength(2);
    expect((await list(tenantId, "day=2026-06-02")).items).toEqual([]);
    expect((await list(tenantId, "day=2026-06-03")).items).toHaveLength(1);
  });

  it("200 with the next page from a cursor", async () => {
    const { tenantId, isolate, encrypted } = await aSealed();
    for (let file = 0; file < 25; file += 1) {
      await decryptField(isolate.access, tenantId, { encrypted, context: "row 1" }, BY);
      await isolate.access.trail.flush(isolate.access);
    }
    const first = await list(tenantId, "day=2026-06-01");
    expect(first.items).toHaveLength(20);
    const rest = await list(tenantId, `day=2026-06-01&cursor=${first.cursor}`);
    expect(rest.items).toHaveLength(5);
    expect(rest.cursor).toBeNull();
  });

  it("writes its lines to the log if storage fails, without value or context", async () => {
    const { tenantId, encrypted } = await aSealed();
    const clock = new Clock();
    const failing = { put: () => Promise.reject(new Error("full")) } as unknown as R2Bucket;
    const isolate = new Isolate(clock, { OBJECTS: failing });
    await decryptField(isolate.access, tenantId, { encrypted, context: "row 1" }, BY);
    await isolate.access.trail.flush(isolate.access);
    expect(isolate.log.map(({ event }) => event)).toEqual(["decrypt_trail_not_stored", "decrypt"]);
    const logged = JSON.stringify(isolate.log);
    expect(logged).toContain('"outcome":"opened"');
    expect(logged).not.toContain("secret");
    expect(logged).not.toContain("row 1");
  });

  it("stores neither value nor context", async () => {
    const { tenantId, isolate, encrypted } = await aSealed();
    await decryptField(isolate.access, tenantId, { encrypted, context: "row 1" }, BY);
    await isolate.access.trail.flush(isolate.access);
    const files = await env.OBJECTS.list({ prefix: `decrypt-trail/${tenantId}/` });
    expect(files.objects).toHaveLength(1);
    const kept = await env.OBJECTS.get(files.objects[0]?.key ?? "");
    const text = gunzipSync((await kept?.arrayBuffer()) ?? "").toString();
    expect(text).toContain(BY.subject);
    expect(text).not.toContain("secret");
    expect(text).not.toContain("row 1");
  });

  it("200 with the lines of old files that are not compressed, too", async () => {
    const { tenantId } = await aSealed();
    const folder = `decrypt-trail/${tenantId}/2026-05-01`;
    const [first, second] = [uuidv7(1), uuidv7(2)];
    const line = { at: "2026-05-01T00:00:00.000Z", who: "x", requestId: "", action: "decrypt" };
    const lines = [1, 2].map((version) =>
      JSON.stringify({ ...line, version, contextHash: null, outcome: "opened" }),
    );
    await env.OBJECTS.put(`${folder}/${first}.ndjson`, `${lines[0]}\n`);
    await env.OBJECTS.put(`${folder}/${second}.ndjson.gz`, gzipSync(`${lines[1]}\n`));
    const { items } = await list(tenantId, "day=2026-05-01");
    expect(items).toMatchObject([{ version: 1 }, { version: 2 }]);
    const behind = await list(tenantId, `day=2026-05-01&cursor=${first}.ndjson`);
    expect(behind.items).toMatchObject([{ version: 2 }]);
  });

  it("400 for a cursor that no list has given", async () => {
    const { tenantId } = await aSealed();
    const as = await aMember(tenantId, ["audit:read"]);
    const path = `/encryption/keys/${tenantId}/decrypts`;
    for (const cursor of ["nonsense", "../../else", "x".repeat(201)]) {
      const query = `day=2026-06-01&cursor=${cursor}`;
      const answer = await call("GET", `${path}?${query}`, { as });
      expect(await answer.json()).toMatchObject({ statusCode: 400, details: [{ path: "cursor" }] });
      const body = { day: "2026-06-01", context: "row 1", cursor };
      expect((await call("POST", path, { as, body })).status).toBe(400);
    }
  });

  it("400 without a day, 403 without the permission", async () => {
    const { tenantId } = await aSealed();
    const path = `/encryption/keys/${tenantId}/decrypts`;
    expect((await call("GET", path, { as: await anOperator() })).status).toBe(400);
    const as = await aMember(tenantId, ["encryption:read"]);
    expect((await call("GET", `${path}?day=2026-06-01`, { as })).status).toBe(403);
  });
});
