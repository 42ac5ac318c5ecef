import { isRefusal, type Refusal } from "../http/index.ts";
import { database, groupsOf, type Platform } from "../platform/index.ts";
import { callKeyring } from "./call-keyring.ts";
import { keysUnavailable, readRoots } from "./envelope/roots.ts";
import { noteMoves, noteRootsGone, staleTenants, type Move } from "./store.ts";

/** Each is a call to an object; other jobs of the same run make calls too. */
const MAX_MOVES = 800;
const AT_ONCE = 20;
/** The object has a newer root than this Worker: one is of an older deployment, so nothing is noted. */
const ELSEWHERE = "newer_root";

export interface MoveRun {
  moved: number;
  failed: number;
}

/** Moves tenants to the current root, up to `MAX_MOVES` at a time. */
export async function moveStaleKeyrings(
  env: Cloudflare.Env,
  platform: Platform,
): Promise<MoveRun | Refusal> {
  const roots = readRoots(env);
  if (roots === null) return keysUnavailable();
  const db = database(env);
  await noteRootsGone(db, [...roots.byId.keys()], platform.now());
  const tenants = await staleTenants(db, roots.current, MAX_MOVES);
  let failed = 0;
  for (const some of groupsOf(tenants, AT_ONCE)) {
    const moves = await Promise.all(
      some.map((tenantId) => move(env, platform, tenantId, roots.current)),
    );
    const told = moves.filter(({ failure }) => failure !== ELSEWHERE);
    await noteMoves(db, told, platform.now());
    failed += moves.filter(({ failure }) => failure !== undefined).length;
  }
  return { moved: tenants.length - failed, failed };
}

async function move(
  env: Cloudflare.Env,
  platform: Platform,
  tenantId: string,
  current: number,
): Promise<Move> {
  const at = platform.now();
  const rootId = await callKeyring({ env, platform }, tenantId, async (keyring) =>
    keyring.moveToCurrentRoot(at, tenantId),
  );
  if (isRefusal(rootId)) return { tenantId, failure: rootId.error };
  // The object still runs with an older secret. Counted as moved, it would be tried again without end.
  if (rootId < current) return { tenantId, failure: "older_deployment" };
  if (rootId > current) return { tenantId, failure: ELSEWHERE };
  return { tenantId };
}
