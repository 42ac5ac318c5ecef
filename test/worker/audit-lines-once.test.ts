import { env } from "cloudflare:workers";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { changeKeySettings } from "../../src/encryption/change-key-settings.ts";
import type { Keyring } from "../../src/encryption/keyring-object.ts";
import { rotateKey } from "../../src/encryption/rotate.ts";
import { settle } from "../../src/http/index.ts";
import { deafDatabase, useDatabase } from "../support/dying-database.ts";
import { aKeyedTenant, BY, Clock, Isolate } from "../support/keyring.ts";

it("each change of the keyring has one audit entry, even if D1's answer to the entry was lost", async () => {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const { access } = new Isolate(clock);
  const stub = env.KEYRING.get(env.KEYRING.idFromName(tenantId));
  const onDatabase = (DB: D1Database) =>
    runInDurableObject(stub, (object: Keyring) => useDatabase(object, DB));
  await onDatabase(deafDatabase({ done: true }));
  settle(await rotateKey(access, tenantId, BY));
  settle(await rotateKey(access, tenantId, BY));
  settle(await changeKeySettings(access, tenantId, { minEncryptionVersion: 2 }, BY));
  await onDatabase(env.DB);
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  const lines = env.DB.prepare(
    `select action, detail ->> 'newVersion' as version from audit_log
     where tenant_id = ? and action like 'encryption.%' order by seq`,
  );
  expect((await lines.bind(tenantId).all()).results).toEqual([
    { action: "encryption.key_provisioned", version: null },
    { action: "encryption.key_rotated", version: 2 },
    { action: "encryption.key_rotated", version: 3 },
    { action: "encryption.settings_changed", version: null },
  ]);
});
