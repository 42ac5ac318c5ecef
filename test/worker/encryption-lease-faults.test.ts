import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import type { TenantId } from "../../src/access/index.ts";
import { changeVersion } from "../../src/encryption/change-version.ts";
import { decryptField, encryptField, provisionKey } from "../../src/encryption/index.ts";
import { LEASED_KEYS } from "../../src/encryption/lease/terms.ts";
import { rotateKey } from "../../src/encryption/rotate.ts";
import { settle } from "../../src/http/index.ts";
import { aKeyedTenant, BY, Clock, Isolate } from "../support/keyring.ts";
import { aTenant } from "../support/people.ts";

it("a new key version decrypts although another version was unknown a moment before", async () => {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const [one, other] = [new Isolate(clock), new Isolate(clock)];
  const { encrypted } = settle(await encryptField(one.access, tenantId, { value: "x" }));
  const garbage = encrypted.replace("fe1.1.", "fe1.77.");
  expect(await decryptField(one.access, tenantId, { encrypted: garbage }, BY)).toMatchObject({
    error: "key_version_unknown",
  });
  clock.at += 500;
  settle(await rotateKey(other.access, tenantId, BY));
  const fresh = settle(await encryptField(other.access, tenantId, { value: "new" }));
  expect(fresh.keyVersion).toBe(2);
  expect(await decryptField(one.access, tenantId, fresh, BY)).toBe("new");
});

it("a key version decrypts although it is the second one that was made since another one was unknown", async () => {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const [one, other] = [new Isolate(clock), new Isolate(clock)];
  const { encrypted } = settle(await encryptField(one.access, tenantId, { value: "x" }));
  const garbage = encrypted.replace("fe1.1.", "fe1.77.");
  await decryptField(one.access, tenantId, { encrypted: garbage }, BY);
  clock.at += 500;
  // As a client does whose first answer was lost and that sends no idempotency key.
  for (const _turn of [1, 2]) settle(await rotateKey(other.access, tenantId, BY));
  const fresh = settle(await encryptField(other.access, tenantId, { value: "new" }));
  expect(fresh.keyVersion).toBe(3);
  expect(await decryptField(one.access, tenantId, fresh, BY)).toBe("new");
});

it("a key that was there already encrypts at once where it is provisioned again", async () => {
  const clock = new Clock();
  const tenantId = (await aTenant()) as TenantId;
  const { access } = new Isolate(clock);
  expect(await encryptField(access, tenantId, { value: "x" })).toMatchObject({ status: 404 });
  settle(await provisionKey(new Isolate(clock).access, tenantId, BY));
  expect(settle(await provisionKey(access, tenantId, BY))).toBe(1);
  expect(await encryptField(access, tenantId, { value: "x" })).toMatchObject({ keyVersion: 1 });
});

it("503 when the root of a key is missing, and the log names that root", async () => {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const isolate = new Isolate(clock, {
    ENCRYPTION_ROOTS: JSON.stringify({ current: 2, roots: { 2: `${"B".repeat(42)}A` } }),
  });
  expect(await encryptField(isolate.access, tenantId, { value: "x" })).toMatchObject({
    status: 503,
  });
  expect(isolate.log).toMatchObject([{ level: "error", tenantId, version: 1, rootId: 1 }]);
});

it("an isolate stops using a cached key that a restored keyring has replaced", async () => {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const isolate = new Isolate(clock);
  settle(await rotateKey(isolate.access, tenantId, BY));
  settle(await encryptField(isolate.access, tenantId, { value: "x" }));
  const stub = env.KEYRING.get(env.KEYRING.idFromName(tenantId));
  await runInDurableObject(stub, (_o, { storage }) => {
    storage.sql.exec("DELETE FROM versions WHERE version = 2");
    storage.sql.exec("UPDATE versions SET state = 'active'");
    storage.sql.exec("UPDATE keyring SET current = 1");
  });
  settle(await rotateKey(new Isolate(clock).access, tenantId, BY));
  clock.pass(7_000);
  await Promise.all(isolate.tasks.splice(0));
  const sealed = settle(await encryptField(isolate.access, tenantId, { value: "kept" }));
  expect(await decryptField(new Isolate(clock).access, tenantId, sealed, BY)).toBe("kept");
});

it("a lease has no key of a disabled version, even if that version is asked for", async () => {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const { access } = new Isolate(clock);
  settle(await rotateKey(access, tenantId, BY));
  const stub = env.KEYRING.get(env.KEYRING.idFromName(tenantId));
  const brought = async () =>
    (await stub.lease(null, [1], clock.now()))?.keys.map(({ version }) => version);
  expect((await brought())?.toSorted()).toEqual([1, 2]);
  settle(await changeVersion(access, tenantId, 1, "disable", BY));
  expect(await brought()).toEqual([2]);
});

it("the count of decryptions includes successful decrypts and no refused ones", async () => {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const isolate = new Isolate(clock);
  const { access } = isolate;
  const { encrypted } = settle(await encryptField(access, tenantId, { value: "x" }));
  const open = (context?: string) => decryptField(access, tenantId, { encrypted, context }, BY);
  expect(await open("another")).toMatchObject({ error: "decryption_failed" });
  expect(await open()).toBe("x");
  settle(await rotateKey(access, tenantId, BY));
  settle(await changeVersion(access, tenantId, 1, "disable", BY));
  expect(await open()).toMatchObject({ error: "key_version_disabled" });
  clock.pass(7_000);
  await Promise.all(isolate.tasks.splice(0));
  const stub = env.KEYRING.get(env.KEYRING.idFromName(tenantId));
  const counted = await runInDurableObject(stub, (_o, { storage }) =>
    storage.sql.exec("SELECT encryptions, decryptions FROM versions ORDER BY version").toArray(),
  );
  expect(counted).toEqual([
    { encryptions: 1, decryptions: 1 },
    { encryptions: 0, decryptions: 0 },
  ]);
});

it("a lease that the background does not renew is renewed by the first call after 8 s, which does not wait for it", async () => {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const isolate = new Isolate(clock);
  // As if the task behind the first call was cut off.
  isolate.access.platform.wait = async () => new Promise(() => {});
  const encrypt = async () => encryptField(isolate.access, tenantId, { value: "x" });
  settle(await encrypt());
  clock.pass(7_999);
  settle(await encrypt());
  expect(isolate.calls).toBe(1);
  clock.pass(1);
  isolate.broken = new Error("the keyring is away");
  settle(await encrypt());
  await vi.waitFor(() => expect(isolate.calls).toBeGreaterThan(1));
});

it("an isolate keeps the keys of all versions that it uses, however many, when its lease is renewed", async () => {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const isolate = new Isolate(clock);
  const sealed: { encrypted: string }[] = [];
  for (let version = 1; version <= LEASED_KEYS + 2; version += 1) {
    sealed.push(settle(await encryptField(isolate.access, tenantId, { value: "x" })));
    settle(await rotateKey(isolate.access, tenantId, BY));
  }
  const decryptAll = async () => {
    const before = isolate.calls;
    for (const one of sealed) settle(await decryptField(isolate.access, tenantId, one, BY));
    return isolate.calls - before;
  };
  // The first time the keyring is asked for each version that did not come with the lease.
  await decryptAll();
  clock.pass(15_000);
  expect(await decryptAll()).toBe(1);
});
