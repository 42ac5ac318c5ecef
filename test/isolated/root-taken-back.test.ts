import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { moveStaleKeyrings } from "../../src/encryption/move-stale-keyrings.ts";
import { showRoots } from "../../src/encryption/show-roots.ts";
import { staleTenants } from "../../src/encryption/store.ts";
import { settle } from "../../src/http/index.ts";
import { database, livePlatform } from "../../src/platform/index.ts";
import { aKeyedTenant, Clock } from "../support/keyring.ts";

const ROOTS = { 1: "A".repeat(43), 2: `${"B".repeat(42)}A` };
const using = (current: 1 | 2) => JSON.stringify({ current, roots: ROOTS });

async function deploy(tenantId: string, ENCRYPTION_ROOTS: string): Promise<void> {
  await runInDurableObject(env.KEYRING.get(env.KEYRING.idFromName(tenantId)), (object) => {
    Object.assign(object, { env: { ...env, ENCRYPTION_ROOTS } });
  });
}

it("after a root is taken back, a tenant is not moved while its object still uses the newer root", async () => {
  const tenantId = await aKeyedTenant(new Clock());
  await deploy(tenantId, using(2));
  settle(await moveStaleKeyrings({ ...env, ENCRYPTION_ROOTS: using(2) }, livePlatform));
  const back = { ...env, ENCRYPTION_ROOTS: using(1) };
  expect(await moveStaleKeyrings(back, livePlatform)).toEqual({ moved: 0, failed: 1 });
  expect(settle(await showRoots(back))).toMatchObject({ moved: 0, stale: 1 });
  // Its key works, so that no failure is recorded.
  const row = env.DB.prepare("select failure from keyrings where tenant_id = ?").bind(tenantId);
  expect(await row.first("failure")).toBeNull();
  await deploy(tenantId, using(1));
  expect(await moveStaleKeyrings(back, livePlatform)).toEqual({ moved: 1, failed: 0 });
  expect(settle(await showRoots(back))).toMatchObject({ moved: 1, stale: 0 });
});

it("stale tenants are taken in varying order, so that none keeps the others from being moved", async () => {
  const all = [await aKeyedTenant(new Clock()), await aKeyedTenant(new Clock())];
  const first = new Set<string | undefined>();
  for (let runs = 0; runs < 60 && !all.every((one) => first.has(one)); runs += 1) {
    const [tenantId] = await staleTenants(database(env), 2, 1);
    first.add(tenantId);
  }
  expect([...first]).toEqual(expect.arrayContaining(all));
});
