import type { TenantId } from "../access/claim-tenant.ts";
import type { Doer } from "../access/principal.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import { database } from "../platform/index.ts";
import { refuseNew } from "../tenants/refuse-new.ts";
import { callKeyring } from "./call-keyring.ts";
import type { Desk } from "./desk.ts";
import { keysUnavailable, readRoots } from "./envelope/roots.ts";
import { mayHaveKeyring, registerKeyring, SEVERAL_ROOTS } from "./store.ts";

/** The current version of the tenant's key. Makes the key if there is none. */
export async function provisionKey(
  desk: Desk,
  tenantId: TenantId,
  by: Doer,
): Promise<number | Refusal> {
  const known = (await mayHaveKeyring(database(desk.env), tenantId))
    ? await callKeyring(desk, tenantId, async (keyring) => keyring.currentVersion())
    : null;
  if (known !== null) {
    if (isRefusal(known)) return known;
    await registerAgain(desk, tenantId);
    // This isolate may still remember that there was no key.
    desk.leases.forget(tenantId);
    return known;
  }
  const refused = await register(desk, tenantId);
  if (refused !== undefined) return refused;
  const at = desk.platform.now();
  const made = await callKeyring(desk, tenantId, async (keyring) =>
    keyring.provision(tenantId, at, by),
  );
  if (!isRefusal(made)) desk.leases.forget(tenantId);
  return made;
}

/** If D1 was restored to a time before the key, its row is missing, and its root would seem unused. */
async function registerAgain({ env, platform }: Desk, tenantId: TenantId): Promise<void> {
  const entry = { tenantId, rootId: SEVERAL_ROOTS, provisionedAt: platform.now() };
  await registerKeyring(database(env), entry);
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
