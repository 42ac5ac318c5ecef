import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { changeKeySettings } from "../../src/encryption/change-key-settings.ts";
import { changeVersion } from "../../src/encryption/change-version.ts";
import type { Settings } from "../../src/encryption/keyring/change-settings.ts";
import { decryptField, encryptField } from "../../src/encryption/index.ts";
import { showKey } from "../../src/encryption/show-key.ts";
import { rotateKey } from "../../src/encryption/rotate.ts";
import type { TenantId } from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { call } from "../support/call.ts";
import { aKeyedTenant, BY, Clock, Isolate } from "../support/keyring.ts";
import { aMember, aServiceKey, aTenant } from "../support/people.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AN_HOUR = 100;

describe("rotations and settings of a tenant's key", () => {
  const known = { "idempotency-key": "once" };
  let made: ReturnType<typeof aFullHour> | undefined;

  /** One tenant for both tests of the limit, with as many versions as an hour allows. */
  async function aFullHour() {
    const tenantId = (await aTenant()) as TenantId;
    const key = await aServiceKey(["provision", "rotate"], [tenantId]);
    const ask = async (path: string, more: Record<string, string> = {}) => {
      const headers = { "x-internal-service-key": key, ...more };
      return call("POST", `/encryption/${path}`, { headers, body: { tenantId } });
    };
    const began = Date.now();
    expect((await ask("provision-key")).status).toBe(200);
    expect((await ask("rotate-key", known)).status).toBe(200);
    const clock = new Clock();
    const { access } = new Isolate(clock);
    clock.at = Date.parse(settle(await showKey(access, tenantId)).versions[0]?.createdAt ?? "");
    for (let version = 2; version < AN_HOUR - 1; version += 1) {
      settle(await rotateKey(access, tenantId, BY));
    }
    expect((await ask("rotate-key")).status).toBe(200);
    return { tenantId, ask, began, clock, access };
  }

  it("429 after 100 versions in an hour; a repeated Idempotency-Key still gets its answer", async () => {
    const { ask, began } = await (made ??= aFullHour());
    const refused = await ask("rotate-key");
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: "rotation_limit", retryable: true });
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThanOrEqual(Math.floor((began + HOUR - Date.now()) / 1000));
    expect(wait).toBeLessThanOrEqual(HOUR / 1000);
    // A rotation that was done still gets its answer.
    expect(await (await ask("rotate-key", known)).json()).toMatchObject({ newVersion: 2 });
  });

  it("a rotation is possible again once the first version is an hour old, or if the clock is set back", async () => {
    const { tenantId, clock, access } = await (made ??= aFullHour());
    clock.pass(HOUR - 1);
    expect(await rotateKey(access, tenantId, BY)).toMatchObject({ error: "rotation_limit" });
    clock.pass(1);
    expect(settle(await rotateKey(access, tenantId, BY)).newVersion).toBe(AN_HOUR + 1);
    clock.pass(-3 * HOUR);
    expect(settle(await rotateKey(access, tenantId, BY)).newVersion).toBe(AN_HOUR + 2);
  });

  it("a rotation repeated with its Idempotency-Key an hour later gets the same end of the old version", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const { access } = new Isolate(clock);
    settle(await encryptField(new Isolate(clock).access, tenantId, { value: "x" }));
    const first = settle(await rotateKey(access, tenantId, BY, "once"));
    expect(first).toMatchObject({ newVersion: 2, settledAt: clock.at + 15_000 });
    clock.pass(HOUR);
    expect(settle(await rotateKey(access, tenantId, BY))).toMatchObject({ newVersion: 3 });
    expect(await rotateKey(access, tenantId, BY, "once")).toEqual({ ...first, replayed: true });
  });

  it("the old version's end allows for a lease asked for while the order was on its way", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const { access } = new Isolate(clock);
    const asked = clock.at;
    clock.pass(2_000);
    settle(await encryptField(new Isolate(clock).access, tenantId, { value: "x" }));
    clock.at = asked;
    expect(settle(await rotateKey(access, tenantId, BY))).toMatchObject({
      settledAt: asked + 17_000,
    });
  });

  it("the old version's end allows for every lease that a restarted keyring may have given before", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    clock.at = Date.now() - 5_000;
    const asked = clock.at;
    clock.pass(2_000);
    settle(await encryptField(new Isolate(clock).access, tenantId, { value: "x" }));
    await evictDurableObject(env.KEYRING.get(env.KEYRING.idFromName(tenantId)));
    clock.at = asked;
    const { settledAt } = settle(await rotateKey(new Isolate(clock).access, tenantId, BY));
    expect(settledAt).toBeGreaterThanOrEqual(asked + 17_000);
  });

  it("a new minimum allows for a lease asked for while the order was on its way", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const { access } = new Isolate(clock);
    settle(await rotateKey(access, tenantId, BY));
    const asked = clock.at;
    clock.pass(2_000);
    settle(await encryptField(new Isolate(clock).access, tenantId, { value: "x" }));
    clock.at = asked;
    const settings = { minEncryptionVersion: 2 };
    const countsFrom = settle(await changeKeySettings(access, tenantId, settings, BY));
    expect(countsFrom).toBe(asked + 17_000);
  });

  it("settings changed to what they are already keep the time when they take effect", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const { access } = new Isolate(clock);
    const autoRotation = { afterEncryptions: null, afterDays: 90 };
    const set = async (change: Settings) =>
      settle(await changeKeySettings(access, tenantId, change, BY));
    const first = await set({ minEncryptionVersion: 1, autoRotation });
    clock.pass(2_000);
    expect(await set({ autoRotation })).toBe(first);
    expect(await set({ minEncryptionVersion: 1, autoRotation })).toBe(first);
    expect(await set({ autoRotation: null })).toBe(first + 2_000);
    clock.pass(2_000);
    expect(await set({ autoRotation: null })).toBe(first + 2_000);
  });

  it("a bound of auto-rotation that is set alone makes the other bound null", async () => {
    const tenantId = await aKeyedTenant(new Clock());
    const as = await aMember(tenantId);
    for (const autoRotation of [{ afterDays: 30 }, { afterEncryptions: 9 }]) {
      const body = { autoRotation };
      const answer = await call("PATCH", `/encryption/keys/${tenantId}`, { as, body });
      const none = { afterEncryptions: null, afterDays: null };
      expect(await answer.json()).toMatchObject({ autoRotation: { ...none, ...autoRotation } });
    }
  });

  it("auto-rotation makes no more than 100 versions an hour either", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const { access } = new Isolate(clock);
    const autoRotation = { afterEncryptions: 1, afterDays: null };
    settle(await changeKeySettings(access, tenantId, { autoRotation }, BY));
    for (let turn = 0; turn < AN_HOUR + 10; turn += 1) {
      settle(await encryptField(access, tenantId, { value: "x" }));
      clock.pass(15_000);
    }
    expect(settle(await showKey(access, tenantId)).versions.length).toBeLessThanOrEqual(AN_HOUR);
    expect(settle(await encryptField(access, tenantId, { value: "x" })).keyVersion).toBe(AN_HOUR);
  });
});

describe("a version that was replaced", () => {
  async function aVersion() {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const { access, tasks } = new Isolate(clock);
    const first = async () => settle(await showKey(access, tenantId)).versions[0];
    const told = async () => {
      clock.pass(7_000);
      await Promise.all(tasks.splice(0));
    };
    return { clock, tenantId, access, first, told };
  }

  it("is safe to disable thirty days after both its replacement and its last decrypt", async () => {
    const { clock, tenantId, access, first, told } = await aVersion();
    const sealed = settle(await encryptField(access, tenantId, { value: "old" }));
    await told();
    expect(await first()).toMatchObject({ encryptions: 1, lastDecryptedAt: null });
    expect(await decryptField(access, tenantId, sealed, BY)).toBe("old");
    await told();
    clock.pass(29 * DAY);
    settle(await rotateKey(access, tenantId, BY));
    clock.pass(29 * DAY);
    expect(await first()).toMatchObject({ decryptions: 1, safeToDisable: false });
    clock.pass(DAY);
    expect(await first()).toMatchObject({ safeToDisable: true });
  });

  it("can be destroyed 15 s after it was disabled, even if it was disabled again since", async () => {
    const { clock, tenantId, access, first } = await aVersion();
    settle(await rotateKey(access, tenantId, BY));
    const change = async (how: "disable" | "enable" | "destroy") =>
      settle(await changeVersion(access, tenantId, 1, how, BY));
    await change("disable");
    await change("enable");
    expect(await first()).toMatchObject({ state: "decrypt_only", disabledAt: null });
    await change("disable");
    clock.pass(14_999);
    await change("disable");
    clock.pass(1);
    await change("destroy");
    expect(await first()).toMatchObject({ state: "destroyed" });
  });
});
