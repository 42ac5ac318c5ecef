import type { Roots } from "../../encryption/envelope/roots.ts";
import { countByRoot, failedKeyrings, SEVERAL_ROOTS } from "../../encryption/store.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import type { Database } from "../../platform/index.ts";
import type { Concern } from "./find-attention.ts";

const LIST = "/portal/keyrings";

/** What D1 knows about the tenants' keys; no keyring is asked. */
export async function findKeyConcerns(
  db: Database,
  roots: Roots | null,
  named: PageRequest,
): Promise<Concern[]> {
  if (roots === null) {
    const things = [{ href: LIST, label: "ENCRYPTION_ROOTS" }];
    return [{ kind: "roots", count: 1, href: LIST, things }];
  }
  const [counts, failed] = await Promise.all([countByRoot(db), failedKeyrings(db, named)]);
  const count = (isCounted: (rootId: number) => boolean) =>
    counts.reduce((sum, { rootId, tenants }) => sum + (isCounted(rootId) ? tenants : 0), 0);
  const isLost = (rootId: number) => rootId !== SEVERAL_ROOTS && !roots.byId.has(rootId);
  const stale = count((rootId) => rootId !== roots.current && !isLost(rootId));
  const things = failed.items.map(({ tenantId }) => ({
    href: `/portal/t/${tenantId}/keyring`,
    label: tenantId,
  }));
  return [
    { kind: "lostRoots", count: count(isLost), href: LIST, things: [] },
    { kind: "failedKeys", count: failed.total, href: LIST, things },
    { kind: "staleKeys", count: stale, href: LIST, things: [] },
  ];
}
