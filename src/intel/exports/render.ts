import type { TenantLists } from "../tenant-lists/match-lists.ts";
import type { ExportRow } from "./export-list.ts";

/** One value a line: what firewalls call an external dynamic list. */
export function renderPlain(rows: readonly ExportRow[]): string {
  return rows.map(({ value }) => `${value}\n`).join("");
}

const TTL_SECONDS = 300;
const REFRESH_SECONDS = 900;
const RETRY_SECONDS = 300;
const EXPIRE_SECONDS = 604_800;
/** A name and the zone's own together may have 253 octets. */
const MAX_NAME = 200;
/** Names between others that are said as well: a hundred may stand above each. */
const MAX_BETWEEN = 20_000;
/** Names so ended are rules on addresses and servers: a list of domains is to write none. */
const OTHER_RULE = /\.rpz-[a-z-]+$/;

/**
 * A response policy zone: names of the list and all below them do not exist, what the tenant allows
 * passes. The zone's name is the resolver's to give, so every name in it is relative. `full` is told how
 * many names are left out because there would be too many between them.
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
 * Says of the names between one and the next above it in the zone what is said of that: they are there
 * now, though empty, and no wildcard from above holds for them and what is below them (RFC 4592). Left
 * out is a name that says no more than the one above such a gap, or has more names above than may be
 * said; the shorter first, for those below it then have the gap above them. Gives how many the latter are.
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

/** What the zone says of the next name above, and the names between the two. */
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
