import { env } from "cloudflare:workers";
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, it, vi } from "vitest";
import { changeKeySettings } from "../../src/encryption/change-key-settings.ts";
import { encryptField } from "../../src/encryption/index.ts";
import type { Keyring } from "../../src/encryption/keyring-object.ts";
import { settle } from "../../src/http/index.ts";
import { overtakenDatabase, silentDatabase, useDatabase } from "../support/dying-database.ts";
import { aKeyedTenant, BY, Clock, Isolate } from "../support/keyring.ts";

afterEach(() => vi.restoreAllMocks());

const auditOf = (tenantId: string) =>
  env.DB.prepare("SELECT actor FROM audit_log WHERE tenant_id = ? AND action = ?")
    .bind(tenantId, "encryption.key_rotated")
    .all();

it("a lease is renewed while D1 does not answer, even if the key rotates automatically with it", async () => {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const isolate = new Isolate(clock);
  const autoRotation = { afterEncryptions: 1, afterDays: null };
  settle(await changeKeySettings(isolate.access, tenantId, { autoRotation }, BY));
  settle(await encryptField(isolate.access, tenantId, { value: "x" }));
  const answering = Promise.withResolvers<void>();
  const silent = overtakenDatabase(() => answering.promise);
  const stub = env.KEYRING.get(env.KEYRING.idFromName(tenantId));
  await runInDurableObject(stub, (object) => useDatabase(object, silent));

  clock.pass(7_000);
  // This would never end if the lease waited for D1.
  await Promise.all(isolate.tasks.splice(0));
  const sealed = settle(await encryptField(isolate.access, tenantId, { value: "x" }));
  expect(sealed.keyVersion).toBe(2);

  answering.resolve();
  const told = async () => (await auditOf(tenantId)).results;
  await expect.poll(told).toEqual([{ actor: "system:auto-rotation" }]);
});

it("an audit line that D1 has not taken is sent when its keyring starts again, with no alarm", async () => {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const stub = env.KEYRING.get(env.KEYRING.idFromName(tenantId));
  const line = { at: clock.at, actor: "somebody", action: "encryption.key_rotated", tenantId };
  await runInDurableObject(stub, async (_object, { storage }) => {
    const entry = JSON.stringify({ ...line, requestId: "lost" });
    storage.sql.exec("INSERT INTO audit_outbox (line) VALUES (?)", entry);
    await storage.deleteAlarm();
  });
  expect((await auditOf(tenantId)).results).toEqual([]);
  await evictDurableObject(stub);
  expect(await stub.currentVersion()).toBe(1);
  const told = async () => (await auditOf(tenantId)).results;
  await expect.poll(told).toEqual([{ actor: "somebody" }]);
});

it("a lease is renewed while D1 does not answer a keyring that has yet to check its roots, and the rotation that is due comes later", async () => {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const isolate = new Isolate(clock);
  const autoRotation = { afterEncryptions: 1, afterDays: null };
  settle(await changeKeySettings(isolate.access, tenantId, { autoRotation }, BY));
  const seal = async () =>
    settle(await encryptField(isolate.access, tenantId, { value: "x" })).keyVersion;
  const renew = async (ms: number) => {
    clock.pass(ms);
    await Promise.all(isolate.tasks.splice(0));
  };
  await seal();
  const answering = Promise.withResolvers<void>();
  const { DB, asked } = silentDatabase(answering.promise);
  const stub = env.KEYRING.get(env.KEYRING.idFromName(tenantId));
  const unread = `${env.ENCRYPTION_ROOTS} `;
  await runInDurableObject(stub, (object) => {
    Object.assign(object, { env: { ...env, DB, ENCRYPTION_ROOTS: unread } });
  });

  const said = ["log", "error"].map((name) => vi.spyOn(console, name as "log" | "error"));
  await renew(7_000);
  expect(await seal()).toBe(1);
  const lines = said.flatMap(({ mock }) => mock.calls.map(([line]) => String(line)));
  expect(lines.filter((line) => line.includes(tenantId)).join()).toMatch(
    /"keyring_failed".*D1 took too long/,
  );
  const { queries } = asked;
  expect(queries).toBeGreaterThan(0);
  // The next renewals do not wait for D1 again.
  await renew(7_000);
  expect(await seal()).toBe(1);
  expect(asked.queries).toBe(queries);

  answering.resolve();
  await renew(60_000);
  expect(await seal()).toBe(2);
});

it("usage whose report lost its answer is counted once, even after an hour of an idle isolate", async () => {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const stub = env.KEYRING.get(env.KEYRING.idFromName(tenantId));
  let deaf = false;
  const get = () => ({
    lease: async (...asked: Parameters<Keyring["lease"]>) => {
      const grant = await stub.lease(...asked);
      if (deaf) throw new Error("the answer was lost");
      return grant;
    },
  });
  const idFromName = (name: string) => env.KEYRING.idFromName(name);
  const KEYRING = { idFromName, get } as unknown as Cloudflare.Env["KEYRING"];
  const [isolate, other] = [new Isolate(clock, { KEYRING }), new Isolate(clock)];
  const use = async ({ access, tasks }: Isolate) => {
    settle(await encryptField(access, tenantId, { value: "x" }));
    clock.pass(7_000);
    await Promise.all(tasks.splice(0));
  };
  settle(await encryptField(isolate.access, tenantId, { value: "x" }));
  deaf = true;
  clock.pass(7_000);
  await Promise.all(isolate.tasks.splice(0));
  deaf = false;
  clock.pass(60 * 60_000);
  await use(other);
  await use(isolate);
  const view = await stub.view();
  expect(view?.versions.map(({ encryptions }) => encryptions)).toEqual([3]);
});
