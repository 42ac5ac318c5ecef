import { database } from "../../platform/index.ts";
import type { Refusal } from "../../http/index.ts";
import { keysUnavailable, readRoots } from "../envelope/roots.ts";
import { deriveTenantKey } from "../envelope/tenant-key.ts";
import { vouchForRoots } from "../envelope/vouch-for-roots.ts";
import { makeWrappedKey } from "../envelope/wrap.ts";
import type { KeyringRow } from "./record.ts";
import { awaitD1 } from "../await-d1.ts";
import { noteRoot, SEVERAL_ROOTS } from "../store.ts";
import type { KeyringStore } from "./store.ts";

/** Makes the next version under the current root and makes it the active one. */
export async function makeVersion(
  store: KeyringStore,
  keyring: Pick<KeyringRow, "tenantId" | "salt">,
  version: number,
  env: Cloudflare.Env,
  at: number,
): Promise<number | Refusal> {
  const roots = readRoots(env);
  const root = roots?.byId.get(roots.current);
  if (roots === null || root === undefined) return keysUnavailable();
  const db = database(env);
  if (!(await vouchForRoots(env, roots, at))) return keysUnavailable();
  const { tenantId, salt } = keyring;
  // During a deployment other versions of this tenant may have been made under another current root.
  const others = store.versions.keysNotUnder(roots.current).length > 0;
  // If the note arrives later, the next move corrects it.
  if (others) await awaitD1(noteRoot(db, tenantId, SEVERAL_ROOTS));
  else if (store.keyring() === undefined) await noteRoot(db, tenantId, roots.current);
  const tenantKey = await deriveTenantKey(root, { environment: env.ENVIRONMENT, tenantId, salt });
  const slot = { tenantId, version, rootId: roots.current };
  const { wrapped, keyId } = await makeWrappedKey(tenantKey, slot);
  if (store.keyring() === undefined) store.create({ tenantId, salt, createdAt: at });
  store.addVersion(wrapped, Buffer.from(keyId).toString("hex"), at);
  return version;
}
