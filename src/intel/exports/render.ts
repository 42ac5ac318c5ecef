import type { TenantLists } from "../tenant-lists/match-lists.ts";
import type { ExportRow } from "./export-list.ts";

/** One value on each line: firewalls call it an external dynamic list. */
export function renderPlain(rows: readonly ExportRow[]): string {
  return rows.map(({ value }) => `${value}\n`).join("");
}

const TTL_SECONDS = 300;
const REFRESH_SECONDS = 900;
const RETRY_SECONDS = 300;
const EXPIRE_SECONDS = 604_800;
/** A name together with that of the zone may have 253 octets. */
const MAX_NAME = 200;
/** The most names that `fillGaps` adds: a name may have a hundred above it. */
const MAX_BETWEEN = 20_000;
/** Names with these endings would be rules on addresses and servers, so no domain may have one. */
const OTHER_RULE = /\.rpz-[a-z-]+$/;

/**
 * A DNS response policy zone: names of the list, and all below them, do not exist; names that the tenant
 * allows pass. All names are relative, because the resolver names the zone. `full` is called if names
 * are left out because too many would have to be added (`fillGaps`).
 */
export function renderZone(
  rows: readonly ExportRow[],
  lists: TenantLists,
  now: number,
  full: (leftOut: number) => void,
): string {
  const serial = Math.floor(now / 1000);
  const head = [
    `$TTL ${TTL_SECONDS}`,
    `@ IN SOA localhost. root.localhost. ${serial} ${REFRESH_SECONDS} ${RETRY_SECONDS} ${EXPIRE_SECONDS} ${TTL_SECONDS}`,
    "@ IN NS localhost.",
  ];
  const actions = new Map(rows.map(({ value }) => [value, "."]));
  for (const [key, { action }] of lists.exact) {
    if (action === "allow" && key.startsWith("domain:")) {
      actions.set(key.slice("domain:".length), "rpz-passthru.");
    }
  }
  const leftOut = fillGaps(actions);
  if (leftOut > 0) full(leftOut);
  const lines = [...actions].flatMap(([name, action]) => policy(name, action));
  return `${[...head, ...lines].join("\n")}\n`;
}

/**
 * Adds the names between each name and the next one above it, with the action of that one. By RFC 4592
 * a name makes all names between it and the top exist, so the wildcard above no longer holds for them
 * and for what is below them. A name is dropped instead if it has the same action as the one above, or
 * if too many names would have to be added; the result is how many of the latter. Shorter names first,
 * because what is added for them shortens the gaps of longer ones.
 */
function fillGaps(actions: Map<string, string>): number {
  let left = MAX_BETWEEN;
  let leftOut = 0;
  for (const name of [...actions.keys()].toSorted((one, other) => one.length - other.length)) {
    const { action, between } = nextAbove(name, actions);
    if (action === undefined || between.length === 0) continue;
    const isSaid = action === actions.get(name);
    if (isSaid || between.length > left) {
      actions.delete(name);
      if (!isSaid) leftOut += 1;
      continue;
    }
    left -= between.length;
    for (const one of between) actions.set(one, action);
  }
  return leftOut;
}

/** The action of the next name above, and the names between the two. */
function nextAbove(name: string, actions: ReadonlyMap<string, string>) {
  const between: string[] = [];
  for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
    const above = name.slice(dot + 1);
    const action = actions.get(above);
    if (action !== undefined) return { action, between };
    between.push(above);
  }
  return { between };
}

function policy(name: string, action: string): string[] {
  if (name.length > MAX_NAME || OTHER_RULE.test(name)) return [];
  return [`${name} CNAME ${action}`, `*.${name} CNAME ${action}`];
}
