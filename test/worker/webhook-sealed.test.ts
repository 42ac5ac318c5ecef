import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { claimedBySystem } from "../../src/access/claim-tenant.ts";
import { changeVersion } from "../../src/encryption/change-version.ts";
import { keyAccessFor } from "../../src/encryption/key-access.ts";
import type { Keyring } from "../../src/encryption/keyring-object.ts";
import { rotateKey } from "../../src/encryption/rotate.ts";
import { settle } from "../../src/http/index.ts";
import { database, livePlatform } from "../../src/platform/index.ts";
import { configOf } from "../../src/webhooks/endpoints/object-of.ts";
import { sealSecret } from "../../src/webhooks/endpoints/seal-secret.ts";
import { findEndpoint } from "../../src/webhooks/endpoints/store.ts";
import { newSecret } from "../../src/webhooks/sign/secret.ts";
import { call } from "../support/call.ts";
import { BY } from "../support/keyring.ts";
import { aReceiver, type Sent } from "../support/webhook-endpoint.ts";

const LEASE_MS = 15_000;

/** An endpoint whose tenant's key was rotated since its secret was sealed. */
async function aSealed() {
  const receiver = await aReceiver();
  const { tenantId, as, path } = receiver;
  const tenant = claimedBySystem(tenantId);
  let at = Date.now();
  const access = keyAccessFor(env, { ...livePlatform, now: () => at }, () => {});
  settle(await rotateKey(access, tenant, BY));
  const change = async (how: "disable" | "enable" | "destroy") => {
    at += LEASE_MS;
    settle(await changeVersion(access, tenant, 1, how, BY));
  };
  const shown = async () => (await call("GET", path, { as })).json<Record<string, unknown>>();
  const rotate = async () => {
    const answer = await call("POST", `${path}/rotate-secret`, { as, body: {} });
    return (await answer.json<{ secret: string }>()).secret;
  };
  return { ...receiver, change, shown, rotate };
}

describe("a webhook endpoint whose secret is sealed under an older key version", () => {
  it("holds its events while the version is disabled, and sends them once it is enabled", async () => {
    const { change, ping, later, sent, shown } = await aSealed();
    await change("disable");
    await ping();
    await later(0);
    expect(sent).toEqual([]);
    expect(await shown()).toMatchObject({ status: "active" });
    await change("enable");
    await later(30_000);
    expect(sent).toHaveLength(1);
  });

  it("signs with its new secret only, though the old one overlaps, while the version is disabled", async () => {
    const { change, rotate, ping, later, sent, endpoint } = await aSealed();
    const secret = await rotate();
    await change("disable");
    await ping();
    await later(0);
    const [{ body, headers }] = sent as [Sent];
    new Webhook(secret).verify(body, headers);
    expect(() => new Webhook(endpoint.secret).verify(body, headers)).toThrow("No matching");
  });

  it("is disabled with the reason if the version is destroyed, and works again after a rotation", async () => {
    const { change, rotate, ping, later, sent, shown, path, as } = await aSealed();
    await change("disable");
    await change("destroy");
    const eventId = await ping();
    await later(0);
    const disabledReason = "The key version that sealed its secret was destroyed.";
    expect(await shown()).toMatchObject({ status: "disabled", disabledReason });
    const secret = await rotate();
    expect((await call("POST", `${path}/enable`, { as })).status).toBe(200);
    expect((await call("POST", `${path}/replay`, { as, body: { eventId } })).status).toBe(200);
    await later(0);
    const [{ body, headers }] = sent as [Sent];
    new Webhook(secret).verify(body, headers);
  });

  it("stays active if a new secret arrives while the destroyed one is being opened", async () => {
    const { change, ping, later, sent, shown, stub, tenantId, endpoint } = await aSealed();
    await change("disable");
    await change("destroy");
    await ping();
    const secret = newSecret();
    const sealed = settle(await sealSecret(env, tenantId, endpoint.id, secret));
    const row = await findEndpoint(database(env), tenantId, endpoint.id);
    if (row === undefined) throw new Error("the endpoint is gone");
    const rotated = configOf({ ...row, secrets: [sealed], updatedAt: row.updatedAt + 1 });
    keyAccessFor(env, livePlatform, () => {}).leases.forget(tenantId);
    const { KEYRING } = env;
    const lease: Keyring["lease"] = async (...asked) => {
      const granted = await KEYRING.get(KEYRING.idFromName(tenantId)).lease(...asked);
      const { WEBHOOK_ENDPOINT } = env;
      await WEBHOOK_ENDPOINT.get(stub.id).configure(rotated);
      return granted;
    };
    const overtaken = { idFromName: () => "", get: () => ({ lease }) };
    await runInDurableObject(stub, (object) => {
      Object.assign(object, { env: { ...env, KEYRING: overtaken } });
    });
    await later(0);
    expect(await shown()).toMatchObject({ status: "active", disabledReason: null });
    const [{ body, headers }] = sent as [Sent];
    new Webhook(secret).verify(body, headers);
  });
});
