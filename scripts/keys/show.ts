import type { RootProgress } from "../../src/encryption/root-schemas.ts";

const SEVERAL_ROOTS = 0;

/** Writes one line on how many tenants are under the current root. */
export function lineOf({ current, tenants, moved, stale, roots }: RootProgress): string {
  const share = tenants === 0 ? 100 : Math.floor((100 * moved) / tenants);
  const failed = roots.reduce((sum, root) => sum + root.failed, 0);
  const trouble = failed === 0 ? "" : `, ${failed} failed at the last try`;
  return `${moved} of ${tenants} tenants are under root ${current} (${share} %), ${stale} to go${trouble}`;
}

export function tableOf({ roots, current }: RootProgress): string[] {
  const mixed = roots.some(({ rootId }) => rootId === SEVERAL_ROOTS);
  const rows = roots.map((root) => [
    nameOf(root.rootId),
    String(root.tenants),
    String(root.failed),
    root.firstSeenAt ?? "-",
    stateOf(root, current, mixed),
  ]);
  return align([["root", "tenants", "failed", "first seen", "state"], ...rows]);
}

type Root = RootProgress["roots"][number];

/**
 * Whether a root is not in use yet. Numbers only grow, so an unused root with a higher number than the
 * current one is still to come.
 */
export function isAhead({ rootId, removable }: Root, current: number): boolean {
  return removable && rootId > current;
}

export function nameOf(rootId: number): string {
  return rootId === SEVERAL_ROOTS ? "several" : String(rootId);
}

export function align(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function stateOf(root: Root, current: number, mixed: boolean): string {
  if (root.current) return "current";
  if (isAhead(root, current)) return "not in use yet";
  if (root.removable) return "not needed any more";
  if (root.rootId === SEVERAL_ROOTS) return "waiting to be moved";
  if (root.present) return "needed";
  const { tenants, goneAt } = root;
  const since = goneAt === null ? "" : ` since ${goneAt}`;
  // A tenant whose keys are under several roots may have one under a root that has only just gone.
  const missed = tenants > 0 || (mixed && goneAt === null);
  return `${missed ? "MISSING" : "gone"} from the secret${since}`;
}
