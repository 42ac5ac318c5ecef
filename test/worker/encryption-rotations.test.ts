import { describe, expect, it } from "vitest";
import { changeKeySettings } from "../../src/encryption/change-key-settings.ts";
import { changeVersion } from "../../src/encryption/change-version.ts";
import { decryptField, encryptField } from "../../src/encryption/index.ts";
import { showKey } from "../../src/encryption/show-key.ts";
import { rotateKey } from "../../src/encryption/rotate.ts";
import { settle } from "../../src/http/index.ts";
import { call } from "../support/call.ts";
import { aKeyedTenant, BY, Clock, Isolate } from "../support/keyring.ts";
import { aServiceKey, aTenant } from "../support/people.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AN_HOUR = 100;

describe("a key that may rotate and nothing else", () => {
  it("makes no more than 100 versions an hour: each stands in every lease for good", async () => {
    const tenantId = await aTenant();
    const ask = async (path: string, more: Record<string, string> = {}) => {
      const headers = { "x-internal-service-key": key, ...more };
      return call("POST", `/encryption/${path}`, { headers, body: { tenantId } });
    };
    const key = await aServiceKey(["provision", "rotate"], [tenantId]);
    const began = Date.now();
    expect((await ask("provision-key")).status).toBe(200);
    const known = { "idempotency-key": "once" };
    expect((await ask("rotate-key", known)).status).toBe(200);
    for (let made = 2; made < AN_HOUR; made += 1) {
      expect((await ask("rotate-key")).status).toBe(200);
    }
    const refused = await ask("rotate-key");
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: "rotation_limit", retryable: true });
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThanOrEqual(Math.floor((began + HOUR - Date.now()) / 1000));
    expect(wait).toBeLessThanOrEqual(HOUR / 1000);
    // What was done is still told.
    expect(await (await ask("rotate-key", known)).json()).toMatchObject({ newVersion: 2 });
  });

  it("goes on once the first of them is an hour old, whichever way the clock went", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const { desk } = new Isolate(clock);
    for (let made = 1; made < AN_HOUR; made += 1) settle(await rotateKey(desk, tenantId, BY));
    clock.pass(HOUR - 1);
    expect(await rotateKey(desk, tenantId, BY)).toMatchObject({ error: "rotation_limit" });
    clock.pass(1);
    expect(settle(await rotateKey(desk, tenantId, BY)).newVersion).toBe(AN_HOUR + 1);
    clock.pass(-3 * HOUR);
    expect(settle(await rotateKey(desk, tenantId, BY)).newVersion).toBe(AN_HOUR + 2);
  });

  it("nor does one that rotates by itself", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const { desk } = new Isolate(clock);
    const autoRotation = { afterEncryptions: 1, afterDays: null };
    settle(await changeKeySettings(desk, tenantId, { autoRotation }, BY));
    for (let turn = 0; turn < AN_HOUR + 10; turn += 1) {
      settle(await encryptField(desk, tenantId, { value: "x" }));
      clock.pass(15_000);
    }
    expect(settle(await showKey(desk, tenantId)).versions.length).toBeLessThanOrEqual(AN_HOUR);
    expect(settle(await encryptField(desk, tenantId, { value: "x" })).keyVersion).toBe(AN_HOUR);
  });
});

describe("a version that was replaced", () => {
  async function aVersion() {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const { desk, tasks } = new Isolate(clock);
    const first = async () => settle(await showKey(desk, tenantId)).versions[0];
    const told = async () => {
      clock.pass(7_000);
      await Promise.all(tasks.splice(0));
    };
    return { clock, tenantId, desk, first, told };
  }

  it("was opened with when somebody decrypted, and is safe to disable thirty days after both", async () => {
    const { clock, tenantId, desk, first, told } = await aVersion();
    const sealed = settle(await encryptField(desk, tenantId, { value: "old" }));
    await told();
    expect(await first()).toMatchObject({ encryptions: 1, lastDecryptedAt: null });
    expect(await decryptField(desk, tenantId, sealed, BY)).toBe("old");
    await told();
    clock.pass(29 * DAY);
    settle(await rotateKey(desk, tenantId, BY));
    clock.pass(29 * DAY);
    expect(await first()).toMatchObject({ decryptions: 1, safeToDisable: false });
    clock.pass(DAY);
    expect(await first()).toMatchObject({ safeToDisable: true });
  });

  it("can be destroyed a lease after it was disabled, and not after it was said again", async () => {
    const { clock, tenantId, desk, first } = await aVersion();
    settle(await rotateKey(desk, tenantId, BY));
    const change = async (how: "disable" | "enable" | "destroy") =>
      settle(await changeVersion(desk, tenantId, 1, how, BY));
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
