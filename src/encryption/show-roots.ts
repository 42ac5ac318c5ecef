import type { Refusal } from "../http/index.ts";
import { database, timeOf } from "../platform/index.ts";
import { keysUnavailable, readRoots } from "./envelope/roots.ts";
import type { RootProgress } from "./root-schemas.ts";
import { countByRoot, listRoots, SEVERAL_ROOTS } from "./store.ts";

/** How far tenants have moved to the current root, and which roots nobody needs any more. */
export async function showRoots(env: Cloudflare.Env): Promise<RootProgress | Refusal> {
  const roots = readRoots(env);
  if (roots === null) return keysUnavailable();
  const db = database(env);
  const [known, counts] = await Promise.all([listRoots(db), countByRoot(db)]);
  const ids = new Set([
    ...roots.byId.keys(),
    ...known.map(({ id }) => id),
    ...counts.map(({ rootId }) => rootId),
  ]);
  const mixed = counts.some(({ rootId }) => rootId === SEVERAL_ROOTS);
  const shown = [...ids]
    .sort((one, other) => one - other)
    .map((rootId) => {
      const entry = known.find(({ id }) => id === rootId);
      const { tenants = 0, failed = 0 } = counts.find((row) => row.rootId === rootId) ?? {};
      const present = roots.byId.has(rootId);
      return {
        rootId,
        current: rootId === roots.current,
        present,
        tenants,
        failed,
        removable: present && rootId !== roots.current && tenants === 0 && !mixed,
        firstSeenAt: timeOf(entry?.firstSeenAt ?? null),
        goneAt: timeOf(entry?.goneAt ?? null),
      };
    });
  const tenants = counts.reduce((sum, row) => sum + row.tenants, 0);
  const moved = counts.find(({ rootId }) => rootId === roots.current)?.tenants ?? 0;
  return { current: roots.current, tenants, moved, stale: tenants - moved, roots: shown };
}
