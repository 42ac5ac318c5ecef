import { env } from "cloudflare:workers";
import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { rotateKey } from "../../src/encryption/rotate.ts";
import { changeVersion } from "../../src/encryption/change-version.ts";
import { changeKeySettings } from "../../src/encryption/change-key-settings.ts";
import { decryptField, encryptField, provisionKey } from "../../src/encryption/index.ts";
import type { Keyring } from "../../src/encryption/keyring-object.ts";
import { LEASED_KEYS } from "../../src/encryption/lease/terms.ts";
import { isRefusal, settle, type Refusal } from "../../src/http/index.ts";
import type { TenantId } from "../../src/access/index.ts";
import { aKeyedTenant, BY, Clock, Isolate, untilQuiet } from "../support/keyring.ts";
import { aTenant } from "../support/people.ts";

const LEASE = 15_000;

const encrypt = async (isolate: Isolate, tenantId: TenantId, value = "value") =>
  settle(await encryptField(isolate.access, tenantId, { value }));
const decrypt = (isolate: Isolate, tenantId: TenantId, encrypted: string) =>
  decryptField(isolate.access, tenantId, { encrypted }, BY);
const errorOf = (outcome: unknown) => (isRefusal(outcome) ? outcome.error : "none");
const keyring = (tenantId: string) => env.KEYRING.get(env.KEYRING.idFromName(tenantId));

describe("a lease", () => {
  it("serves further calls without asking the keyring again", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    const { encrypted } = await encrypt(isolate, tenantId);
    expect(isolate.calls).toBe(1);
    for (let call = 0; call < 50; call += 1) {
      await encrypt(isolate, tenantId);
      expect(await decrypt(isolate, tenantId, encrypted)).toBe("value");
    }
    expect(isolate.calls).toBe(1);
  });

  it("is asked for once by forty concurrent calls", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    await Promise.all(Array.from({ length: 40 }, () => encrypt(isolate, tenantId)));
    expect(isolate.calls).toBe(1);
  });

  it("still serves the calls that waited for it if a change ends it before they continue", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    const lease = isolate.access.leases.of(tenantId);
    const { KEYRING } = isolate.access.env;
    const endOnceHeld = async () => {
      for (let hop = 0; hop < 50 && lease.warm(clock.now()) === undefined; hop += 1) {
        await Promise.resolve();
      }
      lease.end();
    };
    const get = (id: DurableObjectId) => ({
      lease: async (...asked: Parameters<Keyring["lease"]>) => {
        const grant = await KEYRING.get(id).lease(...asked);
        void endOnceHeld();
        return grant;
      },
    });
    Object.assign(isolate.access.env, { KEYRING: { idFromName: KEYRING.idFromName, get } });
    const sealed = await Promise.all(
      Array.from({ length: 3 }, () => encryptField(isolate.access, tenantId, { value: "x" })),
    );
    expect(sealed.map(errorOf)).toEqual(["none", "none", "none"]);
  });

  it("is asked for again if this isolate rotates the key before the lease arrives", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    const { KEYRING } = isolate.access.env;
    const granted = Promise.withResolvers<void>();
    const rotated = Promise.withResolvers<void>();
    const get = (id: DurableObjectId) => ({
      lease: async (...asked: Parameters<Keyring["lease"]>) => {
        const grant = await KEYRING.get(id).lease(...asked);
        granted.resolve();
        await rotated.promise;
        return grant;
      },
    });
    const slow = { KEYRING: { idFromName: KEYRING.idFromName, get } };
    const env = Object.assign({ ...isolate.access.env }, slow);
    const early = encryptField({ ...isolate.access, env }, tenantId, { value: "value" });
    await granted.promise;
    settle(await rotateKey(isolate.access, tenantId, BY));
    rotated.resolve();
    expect(settle(await early).keyVersion).toBe(2);
    expect((await encrypt(isolate, tenantId)).keyVersion).toBe(2);
  });

  it("still gives the requested key version if an answer about another version arrives first", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    const { encrypted } = await encrypt(isolate, tenantId);
    for (let turn = 0; turn < 2 * LEASED_KEYS; turn += 1) {
      settle(await rotateKey(isolate.access, tenantId, BY));
    }
    await encrypt(isolate, tenantId);
    const { KEYRING } = isolate.access.env;
    const asking = Promise.withResolvers<void>();
    const overtaken = Promise.withResolvers<void>();
    const get = (id: DurableObjectId) => ({
      lease: async (...asked: Parameters<Keyring["lease"]>) => {
        if (!asked[1].includes(1)) return KEYRING.get(id).lease(...asked);
        asking.resolve();
        const grant = await KEYRING.get(id).lease(...asked);
        await overtaken.promise;
        return grant;
      },
    });
    Object.assign(isolate.access.env, { KEYRING: { idFromName: KEYRING.idFromName, get } });
    const opened = decrypt(isolate, tenantId, encrypted);
    await asking.promise;
    clock.pass(200);
    const unknown = encrypted.replace("fe1.1.", "fe1.99.");
    expect(errorOf(await decrypt(isolate, tenantId, unknown))).toBe("key_version_unknown");
    overtaken.resolve();
    expect(await opened).toBe("value");
  });

  it("is renewed in the background after 7 s of use, and no call waits for it", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    await encrypt(isolate, tenantId);
    const quiet = untilQuiet(isolate);
    for (let second = 0; second < 60; second += 1) {
      clock.pass(1_000);
      await quiet();
      const before = isolate.calls;
      await encrypt(isolate, tenantId);
      expect(isolate.calls).toBe(before);
    }
    expect(isolate.calls).toBeGreaterThanOrEqual(8);
    expect(isolate.calls).toBeLessThanOrEqual(10);
  });

  it("is not renewed when it is not used", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    await encrypt(isolate, tenantId);
    clock.pass(7_000);
    await Promise.all(isolate.tasks.splice(0));
    expect(isolate.calls).toBe(2);
    clock.pass(60_000);
    await Promise.all(isolate.tasks.splice(0));
    expect(isolate.calls).toBe(2);
  });

  it("is never used past its end: 503 if the keyring cannot be reached", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    const { encrypted } = await encrypt(isolate, tenantId);
    isolate.broken = new Error("gone");
    clock.pass(14_499);
    expect(await decrypt(isolate, tenantId, encrypted)).toBe("value");
    clock.pass(1);
    const refused = (await decrypt(isolate, tenantId, encrypted)) as Refusal;
    expect(refused).toMatchObject({ status: 503, error: "encryption_unavailable" });
    expect(refused.retryAfterSeconds).toBeGreaterThan(0);
    const sealed = await encryptField(isolate.access, tenantId, { value: "x" });
    expect(errorOf(sealed)).toBe("encryption_unavailable");
    isolate.broken = undefined;
    expect(await decrypt(isolate, tenantId, encrypted)).toBe("value");
  });

  it("fails with 503 if the keyring never answers", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const asked = Promise.withResolvers<void>();
    const lease = () => {
      asked.resolve();
      return new Promise(() => {});
    };
    const silent = {
      idFromName: (name: string) => env.KEYRING.idFromName(name),
      get: () => ({ lease }),
    } as unknown as Cloudflare.Env["KEYRING"];
    const isolate = new Isolate(clock, { KEYRING: silent });
    const waiting = encryptField(isolate.access, tenantId, { value: "x" });
    await asked.promise;
    clock.pass(3_000);
    expect(errorOf(await waiting)).toBe("encryption_unavailable");
  });

  it("can be obtained again after the keyring object was aborted", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    const { encrypted } = await encrypt(isolate, tenantId);
    await abortAllDurableObjects();
    clock.pass(LEASE);
    expect(await decrypt(isolate, tenantId, encrypted)).toBe("value");
  });

  it("cannot be obtained or renewed without the root secret", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    const { encrypted } = await encrypt(isolate, tenantId);
    for (const roots of ["", "{}", '{"current":2,"roots":{}}', "not json"]) {
      const bare = new Isolate(clock, { ENCRYPTION_ROOTS: roots });
      expect(errorOf(await decrypt(bare, tenantId, encrypted))).toBe("encryption_unavailable");
    }
    Object.assign(isolate.access.env, { ENCRYPTION_ROOTS: undefined });
    clock.pass(LEASE);
    expect(errorOf(await decrypt(isolate, tenantId, encrypted))).toBe("encryption_unavailable");
    expect(errorOf(await encryptField(isolate.access, tenantId, { value: "x" }))).toBe(
      "encryption_unavailable",
    );
  });

  it("decrypts nothing once the root of its key is missing, even if another root is present", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    const { encrypted } = await encrypt(isolate, tenantId);
    const other = { current: 2, roots: { 2: `${"B".repeat(42)}A` } };
    Object.assign(isolate.access.env, { ENCRYPTION_ROOTS: JSON.stringify(other) });
    clock.pass(LEASE);
    expect(errorOf(await decrypt(isolate, tenantId, encrypted))).toBe("encryption_unavailable");
  });

  it("decrypts nothing with a different root of the same number, and logs key_not_unwrapped", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const { encrypted } = await encrypt(new Isolate(clock), tenantId);
    const other = JSON.stringify({ current: 1, roots: { 1: "B".repeat(42) + "A" } });
    const isolate = new Isolate(clock, { ENCRYPTION_ROOTS: other });
    expect(errorOf(await decrypt(isolate, tenantId, encrypted))).toBe("encryption_unavailable");
    expect(isolate.log.map(({ event }) => event)).toContain("key_not_unwrapped");
  });
});

describe("a tenant without a key", () => {
  it("is cached as such for 2 s, so that further calls do not ask the keyring", async () => {
    const clock = new Clock();
    const tenantId = (await aTenant()) as TenantId;
    const isolate = new Isolate(clock);
    for (let call = 0; call < 5; call += 1) {
      const refused = await encryptField(isolate.access, tenantId, { value: "x" });
      expect(errorOf(refused)).toBe("key_not_provisioned");
    }
    expect(isolate.calls).toBe(1);
    settle(await provisionKey(new Isolate(clock).access, tenantId, BY));
    clock.pass(2_000);
    expect((await encrypt(isolate, tenantId)).keyVersion).toBe(1);
  });

  it("can encrypt at once in the isolate that provisioned its key", async () => {
    const clock = new Clock();
    const tenantId = (await aTenant()) as TenantId;
    const isolate = new Isolate(clock);
    await encryptField(isolate.access, tenantId, { value: "x" });
    settle(await provisionKey(isolate.access, tenantId, BY));
    expect((await encrypt(isolate, tenantId)).keyVersion).toBe(1);
  });
});

describe("several isolates", () => {
  it("decrypt everything while keys rotate, and stop encrypting with the old version within 15 s", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolates = Array.from({ length: 4 }, () => new Isolate(clock));
    const [first] = isolates as [Isolate];
    const sealed: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      clock.pass(700);
      if (step % 20 === 10) settle(await rotateKey(first.access, tenantId, BY));
      const some = await Promise.all(isolates.map((isolate) => encrypt(isolate, tenantId)));
      sealed.push(...some.map(({ encrypted }) => encrypted));
      const opened = await Promise.all(
        isolates.map((isolate, at) =>
          decrypt(isolate, tenantId, sealed[(step * 7 + at * 13) % sealed.length] ?? ""),
        ),
      );
      expect(opened).toEqual(isolates.map(() => "value"));
    }
    expect(new Set(sealed.map((text) => text.split(".")[1]))).toEqual(
      new Set(["1", "2", "3", "4"]),
    );
    const { newVersion, settledAt } = settle(await rotateKey(first.access, tenantId, BY));
    const settings = { minEncryptionVersion: newVersion };
    settle(await changeKeySettings(first.access, tenantId, settings, BY));
    const late = await Promise.all(isolates.map((isolate) => encrypt(isolate, tenantId)));
    expect(late.map(({ keyVersion }) => keyVersion)).toContain(newVersion - 1);
    clock.pass(settledAt - clock.at);
    const after = await Promise.all(isolates.map((isolate) => encrypt(isolate, tenantId)));
    expect(after.map(({ keyVersion }) => keyVersion)).toEqual(isolates.map(() => newVersion));
    const all = await Promise.all(
      isolates.flatMap((isolate) => sealed.map((text) => decrypt(isolate, tenantId, text))),
    );
    expect(new Set(all)).toEqual(new Set(["value"]));
  });

  it("decrypt with a key version newer than their lease", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const [one, other] = [new Isolate(clock), new Isolate(clock)];
    await encrypt(other, tenantId);
    settle(await rotateKey(one.access, tenantId, BY));
    const { encrypted, keyVersion } = await encrypt(one, tenantId);
    expect(keyVersion).toBe(2);
    expect(await decrypt(other, tenantId, encrypted)).toBe("value");
  });

  it("ask the keyring once about an unknown version, then refuse unknown versions without asking", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    const { encrypted } = await encrypt(isolate, tenantId);
    for (const version of [7, 8, 999_999_999]) {
      const unknown = encrypted.replace("fe1.1.", `fe1.${version}.`);
      expect(errorOf(await decrypt(isolate, tenantId, unknown))).toBe("key_version_unknown");
    }
    expect(isolate.calls).toBe(2);
  });

  it("fetch a key version that the lease no longer includes, once", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    const { encrypted } = await encrypt(isolate, tenantId);
    for (let turn = 0; turn < 12; turn += 1) settle(await rotateKey(isolate.access, tenantId, BY));
    const other = new Isolate(clock);
    await encrypt(other, tenantId);
    expect(await decrypt(other, tenantId, encrypted)).toBe("value");
    expect(await decrypt(other, tenantId, encrypted)).toBe("value");
    expect(other.calls).toBe(2);
  });

  it("stop decrypting with a disabled version within 15 s", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const [one, other] = [new Isolate(clock), new Isolate(clock)];
    const { encrypted } = await encrypt(one, tenantId);
    settle(await rotateKey(one.access, tenantId, BY));
    await decrypt(other, tenantId, encrypted);
    settle(await changeVersion(one.access, tenantId, 1, "disable", BY));
    expect(errorOf(await decrypt(one, tenantId, encrypted))).toBe("key_version_disabled");
    clock.pass(LEASE);
    expect(errorOf(await decrypt(other, tenantId, encrypted))).toBe("key_version_disabled");
  });
});

describe("the usage of a key version", () => {
  const counts = (tenantId: string) =>
    runInDurableObject(keyring(tenantId), (object) =>
      object.view()?.versions.map(({ encryptions, decryptions }) => [encryptions, decryptions]),
    );

  it("is reported to the keyring when the lease is renewed", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    const { encrypted } = await encrypt(isolate, tenantId);
    await encrypt(isolate, tenantId);
    await decrypt(isolate, tenantId, encrypted);
    expect(await counts(tenantId)).toEqual([[0, 0]]);
    clock.pass(7_000);
    await Promise.all(isolate.tasks.splice(0));
    expect(await counts(tenantId)).toEqual([[2, 1]]);
  });

  it("is counted once if its report arrives but the answer is lost", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    let deaf = false;
    const namespace = {
      idFromName: (name: string) => env.KEYRING.idFromName(name),
      get: (id: DurableObjectId) => ({
        lease: async (...args: Parameters<ReturnType<typeof keyring>["lease"]>) => {
          const grant = await env.KEYRING.get(id).lease(...args);
          if (deaf) throw new Error("the answer was lost");
          return grant;
        },
      }),
    } as unknown as Cloudflare.Env["KEYRING"];
    const isolate = new Isolate(clock, { KEYRING: namespace });
    await encrypt(isolate, tenantId);
    deaf = true;
    clock.pass(7_000);
    await Promise.all(isolate.tasks.splice(0));
    deaf = false;
    clock.pass(LEASE);
    await encrypt(isolate, tenantId);
    clock.pass(7_000);
    await Promise.all(isolate.tasks.splice(0));
    expect(await counts(tenantId)).toEqual([[2, 0]]);
  });
});
