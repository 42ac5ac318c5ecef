import { env } from "cloudflare:workers";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { TenantId } from "../../src/access/index.ts";
import { changeKeySettings } from "../../src/encryption/change-key-settings.ts";
import { changeVersion } from "../../src/encryption/change-version.ts";
import { decryptField, encryptField, provisionKey } from "../../src/encryption/index.ts";
import type { Keyring } from "../../src/encryption/keyring-object.ts";
import { rotateKey } from "../../src/encryption/rotate.ts";
import { showKey } from "../../src/encryption/show-key.ts";
import { isRefusal, settle } from "../../src/http/index.ts";
import { call } from "../support/call.ts";
import { deafDatabase, dyingDatabase, useDatabase } from "../support/dying-database.ts";
import { aKeyedTenant, BY, Clock, Isolate } from "../support/keyring.ts";
import { aMember, anOperator, aServiceKey, aTenant } from "../support/people.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const errorOf = (outcome: unknown) => (isRefusal(outcome) ? outcome.error : "none");
const keyring = (tenantId: string) => env.KEYRING.get(env.KEYRING.idFromName(tenantId));

/** A tenant with two versions and something encrypted under the first. */
async function aRotated() {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const isolate = new Isolate(clock);
  const { access } = isolate;
  const { encrypted } = settle(await encryptField(access, tenantId, { value: "old" }));
  settle(await rotateKey(access, tenantId, BY));
  const change = (version: number, how: "disable" | "enable" | "destroy") =>
    changeVersion(access, tenantId, version, how, BY);
  const open = () => decryptField(access, tenantId, { encrypted }, BY);
  return { clock, tenantId, isolate, access, encrypted, change, open };
}

describe("a tenant that does not exist", () => {
  it("gets no keyring by any operation; an existing tenant is read from D1 only once", async () => {
    const clock = new Clock();
    let reads = 0;
    const DB = new Proxy(env.DB, {
      get(target, name) {
        reads += 1;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
    const isolate = new Isolate(clock, { DB });
    const { access } = isolate;
    const nobody = "nobody-is-called-so" as TenantId;
    const encrypted = `fe1.1.${"A".repeat(64)}`;
    const asked = [
      encryptField(access, nobody, { value: "x" }),
      decryptField(access, nobody, { encrypted }, BY),
      rotateKey(access, nobody, BY),
    ];
    const absent = "key_not_provisioned";
    expect((await Promise.all(asked)).map(errorOf)).toEqual([absent, absent, absent]);
    const notFound = { status: 404, error: "not_found" };
    expect(await provisionKey(access, nobody, BY)).toMatchObject(notFound);
    expect(isolate.calls).toBe(0);
    const tenantId = await aKeyedTenant(clock);
    settle(await encryptField(access, tenantId, { value: "x" }));
    const before = reads;
    for (const passes of [0, 1, 8_000, 20_000]) {
      clock.pass(passes);
      settle(await encryptField(access, tenantId, { value: "x" }));
    }
    expect(reads).toBe(before);
  });

  it("is not looked for while D1 cannot be read: a tenant with a key can still encrypt", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const { access } = new Isolate(clock, { DB: dyingDatabase(0) });
    expect(errorOf(await encryptField(access, tenantId, { value: "x" }))).toBe("none");
  });
});

describe("a key version", () => {
  it("does not decrypt while disabled, and decrypts again once enabled", async () => {
    const { change, open } = await aRotated();
    settle(await change(1, "disable"));
    expect(errorOf(await open())).toBe("key_version_disabled");
    settle(await change(1, "enable"));
    expect(await open()).toBe("old");
  });

  it("cannot be disabled while it is the current one: 409", async () => {
    const { change } = await aRotated();
    expect(await change(2, "disable")).toMatchObject({ status: 409, error: "key_version_current" });
  });

  it("can be destroyed only after it was disabled for the length of a lease", async () => {
    const { clock, change, open } = await aRotated();
    expect(await change(1, "destroy")).toMatchObject({ status: 409, error: "key_version_in_use" });
    settle(await change(1, "disable"));
    clock.pass(14_999);
    expect(await change(1, "destroy")).toMatchObject({ status: 409 });
    clock.pass(1);
    settle(await change(1, "destroy"));
    expect(await open()).toMatchObject({ status: 410, error: "key_version_destroyed" });
    expect(await change(1, "enable")).toMatchObject({ status: 410 });
    expect(errorOf(await change(1, "destroy"))).toBe("none");
  });

  it("can be destroyed only 15 s after the last lease with it, even if the order to disable was late", async () => {
    const { clock, tenantId, isolate, encrypted, change } = await aRotated();
    const arrived = Promise.withResolvers<void>();
    const { KEYRING } = isolate.access.env;
    const get = (id: DurableObjectId) => ({
      change: async (...order: Parameters<Keyring["change"]>) => {
        await arrived.promise;
        return KEYRING.get(id).change(...order);
      },
    });
    const slow = { KEYRING: { idFromName: KEYRING.idFromName, get } };
    const env = Object.assign({ ...isolate.access.env }, slow);
    const disabled = changeVersion({ ...isolate.access, env }, tenantId, 1, "disable", BY);
    clock.pass(5_000);
    const other = new Isolate(clock);
    const openThere = () => decryptField(other.access, tenantId, { encrypted }, BY);
    expect(await openThere()).toBe("old");
    arrived.resolve();
    settle(await disabled);
    clock.pass(10_000);
    expect(errorOf(await change(1, "destroy"))).toBe("key_version_in_use");
    expect(await openThere()).toBe("old");
    clock.pass(5_000);
    expect(errorOf(await change(1, "destroy"))).toBe("none");
    expect(errorOf(await openThere())).toBe("key_version_destroyed");
  });

  it("leaves no key when destroyed, only a record that says when the destruction is final", async () => {
    const { clock, tenantId, access, change } = await aRotated();
    settle(await change(1, "disable"));
    clock.pass(15_000);
    settle(await change(1, "destroy"));
    const kept = await runInDurableObject(keyring(tenantId), (_object, { storage }) =>
      storage.sql.exec("SELECT version, wrapped FROM versions ORDER BY version").toArray(),
    );
    expect(kept).toEqual([
      { version: 1, wrapped: null },
      { version: 2, wrapped: expect.any(ArrayBuffer) as ArrayBuffer },
    ]);
    const [destroyed] = settle(await showKey(access, tenantId)).versions;
    const after30Days = new Date(clock.at + 30 * DAY).toISOString();
    expect(destroyed?.destruction).toEqual({
      destroyedAt: new Date(clock.at).toISOString(),
      destroyedBy: BY.subject,
      historyEndsAt: after30Days,
      rootIds: [1],
      rootsGoneAt: null,
      finalAt: after30Days,
    });
  });

  it("is safe to disable once it has decrypted nothing for thirty days", async () => {
    const { clock, tenantId, access, isolate, open } = await aRotated();
    const safe = async () => settle(await showKey(access, tenantId)).versions[0]?.safeToDisable;
    clock.pass(29 * DAY);
    expect(await open()).toBe("old");
    clock.pass(7_000);
    await Promise.all(isolate.tasks.splice(0));
    clock.pass(29 * DAY);
    expect(await safe()).toBe(false);
    clock.pass(DAY);
    expect(await safe()).toBe(true);
    const status = settle(await showKey(access, tenantId));
    expect(
      status.versions.map(({ state, decryptions, ageDays }) => ({ state, decryptions, ageDays })),
    ).toEqual([
      { state: "decrypt_only", decryptions: 1, ageDays: 59 },
      { state: "active", decryptions: 0, ageDays: 59 },
    ]);
    expect(status.versions[1]?.safeToDisable).toBe(false);
  });
});

describe("the audit line of a change", () => {
  const linesOf = async (tenantId: TenantId) => {
    const path = `/admin/audit?tenantId=${tenantId}`;
    const answer = await call("GET", path, { as: await anOperator() });
    const { items } = await answer.json<{
      items: { action: string; requestId: string | null }[];
    }>();
    return items.filter(({ action }) => action.startsWith("encryption."));
  };

  it("is kept by the keyring while D1 fails, and written by the keyring's alarm", async () => {
    const { tenantId, access, change } = await aRotated();
    const before = await linesOf(tenantId);
    const stub = keyring(tenantId);
    const onDatabase = (DB: D1Database) =>
      runInDurableObject(stub, (object: Keyring) => useDatabase(object, DB));
    await onDatabase(deafDatabase({ done: false }));
    settle(await rotateKey(access, tenantId, BY));
    settle(await change(1, "disable"));
    settle(await changeKeySettings(access, tenantId, { minEncryptionVersion: 2 }, BY));
    expect(await linesOf(tenantId)).toEqual(before);
    await onDatabase(env.DB);
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    const { requestId } = BY;
    expect((await linesOf(tenantId)).slice(0, -before.length)).toMatchObject([
      { action: "encryption.settings_changed", requestId, detail: { minEncryptionVersion: 2 } },
      { action: "encryption.version_disabled", requestId, target: "1" },
      { action: "encryption.key_rotated", requestId, detail: { oldVersion: 2, newVersion: 3 } },
    ]);
    expect(await runDurableObjectAlarm(stub)).toBe(false);
  });
});

describe("auto-rotation", () => {
  const versionsOf = async (isolate: Isolate, tenantId: TenantId) =>
    settle(await showKey(isolate.access, tenantId)).currentVersion;

  it("makes a new version when the count is reached, and the audit log names auto-rotation", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    const autoRotation = { afterEncryptions: 3, afterDays: null };
    settle(await changeKeySettings(isolate.access, tenantId, { autoRotation }, BY));
    for (let turn = 0; turn < 3; turn += 1) {
      settle(await encryptField(isolate.access, tenantId, { value: "x" }));
    }
    expect(await versionsOf(isolate, tenantId)).toBe(1);
    clock.pass(7_000);
    await Promise.all(isolate.tasks.splice(0));
    expect(await versionsOf(isolate, tenantId)).toBe(2);
    const { keyVersion } = settle(await encryptField(isolate.access, tenantId, { value: "x" }));
    expect(keyVersion).toBe(2);
    const log = await call(
      "GET",
      `/admin/audit?tenantId=${tenantId}&action=encryption.key_rotated`,
      { as: await anOperator() },
    );
    expect(await log.json()).toMatchObject({
      items: [{ actor: "system:auto-rotation", detail: { oldVersion: 1, newVersion: 2 } }],
    });
  });

  it("makes a new version when the alarm for its age rings, and sets the next alarm", async () => {
    const clock = new Clock();
    clock.at = Date.now() - 10 * DAY;
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    const autoRotation = { afterEncryptions: null, afterDays: 30 };
    settle(await changeKeySettings(isolate.access, tenantId, { autoRotation }, BY));
    const alarm = () =>
      runInDurableObject(keyring(tenantId), (_o, { storage }) => storage.getAlarm());
    expect(await alarm()).toBe(clock.at + 30 * DAY);
    expect(await runDurableObjectAlarm(keyring(tenantId))).toBe(true);
    expect(await versionsOf(isolate, tenantId)).toBe(1);
    await runInDurableObject(keyring(tenantId), (_object, { storage }) =>
      storage.sql.exec("UPDATE versions SET created_at = created_at - ?", 25 * DAY),
    );
    expect(await runDurableObjectAlarm(keyring(tenantId))).toBe(true);
    expect(await versionsOf(isolate, tenantId)).toBe(2);
    expect(await alarm()).toBeGreaterThan(Date.now() + 29 * DAY);
  });

  it("waits an hour and tries again when the root secret is missing", async () => {
    const clock = new Clock();
    clock.at = Date.now();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    await runInDurableObject(keyring(tenantId), (object, { storage }) => {
      Object.assign(object, { env: { ...env, ENCRYPTION_ROOTS: "" } });
      storage.sql.exec("UPDATE versions SET created_at = created_at - ?", 40 * DAY);
    });
    const autoRotation = { afterEncryptions: null, afterDays: 30 };
    settle(await changeKeySettings(isolate.access, tenantId, { autoRotation }, BY));
    expect(await versionsOf(isolate, tenantId)).toBe(1);
    await runInDurableObject(keyring(tenantId), async (object, { storage }) => {
      expect(await storage.getAlarm()).toBe(clock.at + HOUR);
      Object.assign(object, { env });
    });
    await runDurableObjectAlarm(keyring(tenantId));
    expect(await versionsOf(isolate, tenantId)).toBe(2);
  });
});

describe("GET /encryption/keys/{tenantId}", () => {
  it("200 for a member with encryption:read, without any key material", async () => {
    const { tenantId } = await aRotated();
    const as = await aMember(tenantId, ["encryption:read"]);
    const answer = await call("GET", `/encryption/keys/${tenantId}`, { as });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      currentVersion: 2,
      minEncryptionVersion: 1,
      autoRotation: null,
      versions: [
        { version: 1, state: "decrypt_only", rootId: 1 },
        { version: 2, state: "active", destruction: null },
      ],
    });
    expect(text).not.toMatch(/wrapped|salt/);
  });

  it.each([
    ["encrypt", 200],
    ["decrypt", 200],
    ["provision", 200],
    ["rotate", 200],
    ["ai:use", 403],
  ] as const)("a service key that may %s gets %i for its own tenant", async (operation, status) => {
    const { tenantId } = await aRotated();
    const [own, foreign] = [
      await aServiceKey([operation], [tenantId]),
      await aServiceKey([operation], [await aTenant()]),
    ];
    const read = async (key: string) =>
      call("GET", `/encryption/keys/${tenantId}`, { headers: { "x-internal-service-key": key } });
    const answer = await read(own);
    expect(answer.status).toBe(status);
    if (status === 200) expect(await answer.json()).toMatchObject({ tenantId, currentVersion: 2 });
    expect((await read(foreign)).status).toBe(status === 200 ? 404 : 403);
    expect((await read("rmp_svc_none")).status).toBe(401);
  });

  it("404 for a tenant without a key", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const answer = await call("GET", `/encryption/keys/${tenantId}`, { as });
    expect(answer.status).toBe(404);
  });
});

describe("PATCH /encryption/keys/{tenantId}", () => {
  it("200 sets minimum version and auto-rotation, with a header for when they take effect", async () => {
    const { tenantId } = await aRotated();
    const as = await aMember(tenantId, "security-admin");
    const path = `/encryption/keys/${tenantId}`;
    const autoRotation = { afterEncryptions: 1_000_000, afterDays: 90 };
    const body = { minEncryptionVersion: 2, autoRotation };
    const answer = await call("PATCH", path, { as, body });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("old-version-ends-at")).toMatch(/^\d{4}-/);
    expect(await answer.json()).toMatchObject(body);
    const off = await call("PATCH", path, { as, body: { autoRotation: null } });
    expect(await off.json()).toMatchObject({ minEncryptionVersion: 2, autoRotation: null });
  });

  it("409 for a minimum beyond the newest version, 400 for an empty change or a minimum of 0", async () => {
    const { tenantId } = await aRotated();
    const as = await aMember(tenantId);
    const path = `/encryption/keys/${tenantId}`;
    const body = { minEncryptionVersion: 3 };
    expect((await call("PATCH", path, { as, body })).status).toBe(409);
    expect((await call("PATCH", path, { as, body: {} })).status).toBe(400);
    expect((await call("PATCH", path, { as, body: { minEncryptionVersion: 0 } })).status).toBe(400);
  });
});

describe("POST /encryption/keys/{tenantId}/versions/{version}/{change}", () => {
  it("200 with the version's new state, and a line in the audit log", async () => {
    const { tenantId } = await aRotated();
    const as = await aMember(tenantId);
    const path = `/encryption/keys/${tenantId}/versions`;
    const answer = await call("POST", `${path}/1/disable`, { as });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ versions: [{ state: "disabled" }, {}] });
    const log = await call("GET", `/admin/audit?action=encryption.version_disabled`, { as });
    expect(await log.json()).toMatchObject({ total: 1, items: [{ tenantId, target: "1" }] });
  });

  it("200 for a state that the version is in already, without a further audit line", async () => {
    const { tenantId } = await aRotated();
    const as = await aMember(tenantId);
    const ask = async (change: string) =>
      (await call("POST", `/encryption/keys/${tenantId}/versions/1/${change}`, { as })).status;
    const asked = [await ask("enable"), await ask("disable"), await ask("disable")];
    expect([...asked, await ask("enable"), await ask("enable")]).toEqual(Array(5).fill(200));
    const log = await call("GET", `/admin/audit?tenantId=${tenantId}`, { as });
    const { items } = await log.json<{ items: { action: string }[] }>();
    const changes = items.map(({ action }) => action).filter((one) => one.includes("version_"));
    expect(changes).toEqual(["encryption.version_enabled", "encryption.version_disabled"]);
  });

  it.each([
    ["9/disable", 404],
    ["2/disable", 409],
    ["1/destroy", 409],
    ["0/disable", 400],
    ["1/forget", 400],
  ])("%s: %i", async (rest, status) => {
    const { tenantId } = await aRotated();
    const as = await aMember(tenantId);
    const answer = await call("POST", `/encryption/keys/${tenantId}/versions/${rest}`, { as });
    expect(answer.status).toBe(status);
  });

  it("403 for a member who may only read keys", async () => {
    const { tenantId } = await aRotated();
    const as = await aMember(tenantId, "operator");
    const answer = await call("POST", `/encryption/keys/${tenantId}/versions/1/disable`, { as });
    expect(answer.status).toBe(403);
  });
});
