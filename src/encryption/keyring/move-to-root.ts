import { isRefusal, type Refusal } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import { keysUnavailable, readRoots, type Roots } from "../envelope/roots.ts";
import { deriveTenantKey, type Owner } from "../envelope/tenant-key.ts";
import { vouchForRoots } from "../envelope/vouch-for-roots.ts";
import { rewrap, type WrappedKey } from "../envelope/wrap.ts";
import { awaitD1 } from "../await-d1.ts";
import { noteRoot, SEVERAL_ROOTS } from "../store.ts";
import type { KeyringRow } from "./record.ts";
import type { VersionStore } from "./version-store.ts";

/** Wraps every key of the tenant under the current root. Data and data keys do not change. */
export async function moveToCurrentRoot(
  versions: VersionStore,
  keyring: Pick<KeyringRow, "tenantId" | "salt">,
  env: Cloudflare.Env,
  at: number,
): Promise<number | Refusal> {
  const roots = readRoots(env);
  if (roots === null || !(await vouchForRoots(env, roots, at))) return keysUnavailable();
  const { tenantId } = keyring;
  const owner = { environment: env.ENVIRONMENT, ...keyring };
  const stale = versions.keysNotUnder(roots.current);
  const moves = await Promise.all(stale.map(async (key) => move(key, roots, owner)));
  const moved = moves.filter((key): key is WrappedKey => !isRefusal(key));
  const db = database(env);
  // Noted first: if this breaks off, no root is shown as unused, and the next move corrects it.
  if (moved.length > 0) await awaitD1(noteRoot(db, tenantId, SEVERAL_ROOTS));
  for (const key of moved) versions.replaceKey(key);
  const refused = moves.find(isRefusal);
  if (refused !== undefined) return refused;
  // Noted here, where no key can be made meanwhile. Noted by the caller, it could hide a key that an
  // older Worker makes in between.
  await noteRoot(db, tenantId, roots.current);
  return roots.current;
}

async function move(key: WrappedKey, roots: Roots, owner: Owner): Promise<WrappedKey | Refusal> {
  const [from, to] = [roots.byId.get(key.rootId), roots.byId.get(roots.current)];
  if (from === undefined || to === undefined) return keysUnavailable();
  const [fromKey, toKey] = await Promise.all([
    deriveTenantKey(from, owner),
    deriveTenantKey(to, owner),
  ]);
  const target = { tenantKey: toKey, rootId: roots.current };
  const moved = await rewrap({ tenantKey: fromKey, key }, target, owner.tenantId);
  return moved ?? keysUnavailable();
}
