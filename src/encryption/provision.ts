import type { TenantId } from "../access/claim-tenant.ts";
import type { Doer } from "../access/principal.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import { database } from "../platform/index.ts";
import { refuseNew } from "../tenants/refuse-new.ts";
import { callKeyring } from "./call-keyring.ts";
import type { Desk } from "./desk.ts";
import { keysUnavailable, readRoots } from "./envelope/roots.ts";
import { registerKeyring } from "./store.ts";

/** The tenant's key as it is, or a first version of it. */
export async function provisionKey(
  desk: Desk,
  tenantId: TenantId,
  by: Doer,
): Promise<number | Refusal> {
  const known = await callKeyring(desk, tenantId, async (keyring) => keyring.currentVersion());
  if (known !== null) return known;
  const refused = await register(desk, tenantId);
  if (refused !== undefined) return refused;
  const at = desk.platform.now();
  const made = await callKeyring(desk, tenantId, async (keyring) =>
    keyring.provision(tenantId, at, by),
  );
  if (!isRefusal(made)) desk.leases.forget(tenantId);
  return made;
}

async function register({ env, platform }: Desk, tenantId: TenantId): Promise<Refusal | undefined> {
  const roots = readRoots(env);
  if (roots === null) return keysUnavailable();
  const db = database(env);
  const refused = await refuseNew(db, tenantId);
  if (refused !== undefined) return refused;
  await registerKeyring(db, { tenantId, rootId: roots.current, provisionedAt: platform.now() });
  return undefined;
}
