import type { TenantId } from "../access/claim-tenant.ts";
import type { Doer } from "../access/principal.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import { database } from "../platform/index.ts";
import { refuseNew } from "../tenants/refuse-new.ts";
import { callKeyring } from "./call-keyring.ts";
import type { KeyAccess } from "./key-access.ts";
import { keysUnavailable, readRoots } from "./envelope/roots.ts";
import { mayHaveKeyring, registerKeyring, SEVERAL_ROOTS } from "./store.ts";

/** The current version of the tenant's key. Makes the key if there is none. */
export async function provisionKey(
  access: KeyAccess,
  tenantId: TenantId,
  by: Doer,
): Promise<number | Refusal> {
  const known = (await mayHaveKeyring(database(access.env), tenantId))
    ? await callKeyring(access, tenantId, async (keyring) => keyring.currentVersion())
    : null;
  if (known !== null) {
    if (isRefusal(known)) return known;
    await registerAgain(access, tenantId);
    // This isolate may still remember that there was no key.
    access.leases.forget(tenantId);
    return known;
  }
  const refused = await register(access, tenantId);
  if (refused !== undefined) return refused;
  const at = access.platform.now();
  const made = await callKeyring(access, tenantId, async (keyring) =>
    keyring.provision(tenantId, at, by),
  );
  if (!isRefusal(made)) access.leases.forget(tenantId);
  return made;
}

/** If D1 was restored to a time before the key, its row is missing, and its root would seem unused. */
async function registerAgain({ env, platform }: KeyAccess, tenantId: TenantId): Promise<void> {
  const entry = { tenantId, rootId: SEVERAL_ROOTS, provisionedAt: platform.now() };
  await registerKeyring(database(env), entry);
}

async function register(
  { env, platform }: KeyAccess,
  tenantId: TenantId,
): Promise<Refusal | undefined> {
  const roots = readRoots(env);
  if (roots === null) return keysUnavailable();
  const db = database(env);
  const refused = await refuseNew(db, tenantId);
  if (refused !== undefined) return refused;
  await registerKeyring(db, { tenantId, rootId: roots.current, provisionedAt: platform.now() });
  return undefined;
}
