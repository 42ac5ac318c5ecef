import type { TenantLists } from "../tenant-lists/match-lists.ts";
import type { ExportRow } from "./export-list.ts";

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

/** What the zone says of names: of each itself, and of all names below it. */
interface Policy {
  own: Map<string, string>;
  below: Map<string, string>;
  /** Names that pass only because a name above would block them. */
  exceptions: ReadonlySet<string>;
}

const BLOCK = ".";
const PASS = "rpz-passthru.";

/**
 * A DNS response policy zone: listed names do not exist, allowed names and exceptions pass. All names
 * are relative, because the resolver names the zone. `full` is called if `fillGaps` leaves names out.
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
  const policy = policyOf(rows, lists);
  const leftOut = fillGaps(policy);
  if (leftOut > 0) full(leftOut);
  const { own, below } = policy;
  const names = new Set([...own.keys(), ...below.keys()]);
  const lines = Array.from(names, (name) => recordsOf(name, own.get(name), below.get(name)));
  return `${[...head, ...lines.flat()].join("\n")}\n`;
}

function policyOf(rows: readonly ExportRow[], { exact }: TenantLists): Policy {
  const own = new Map<string, string>();
  const below = new Map<string, string>();
  const exceptions = new Set<string>();
  for (const row of rows) {
    const isException = row.disposition === "clean";
    own.set(row.value, isException ? PASS : BLOCK);
    if (isException) exceptions.add(row.value);
    // Absent where look-ups of names below say nothing bad.
    if (row.below !== undefined) below.set(row.value, BLOCK);
    else if (isException) below.set(row.value, PASS);
  }
  for (const [key, { action }] of exact) {
    if (!key.startsWith("domain:")) continue;
    const name = key.slice("domain:".length);
    // A tenant's entry is about all names below too.
    for (const names of [own, below]) names.set(name, action === "allow" ? PASS : BLOCK);
  }
  return { own, below, exceptions };
}

/**
 * Adds the names between each name and the wildcard above it, with that one's action: by RFC 4592 they
 * exist once a name below them does, and the wildcard no longer holds for them. Returns how many names
 * were left out because too many would have to be added.
 */
function fillGaps({ own, below, exceptions }: Policy): number {
  let left = MAX_BETWEEN;
  let leftOut = 0;
  // Shorter names first: what is added for them shortens the gaps of longer ones.
  for (const name of [...own.keys()].toSorted((one, other) => one.length - other.length)) {
    const { action, between } = nextAbove(name, below);
    if (action === undefined) {
      if (!exceptions.has(name)) continue;
      own.delete(name);
      // Names below may be listed all the same.
      if (below.get(name) === PASS) below.delete(name);
      continue;
    }
    const isSaid = action === own.get(name) && action === (below.get(name) ?? action);
    if (isSaid ? between.length > 0 : between.length > left) {
      own.delete(name);
      below.delete(name);
      if (!isSaid) leftOut += 1;
      continue;
    }
    left -= between.length;
    for (const one of [...between, name]) below.set(one, below.get(one) ?? action);
    for (const one of between) own.set(one, action);
  }
  return leftOut;
}

/** The action of the next name above that covers names below, and the names between the two. */
function nextAbove(name: string, below: ReadonlyMap<string, string>) {
  const between: string[] = [];
  for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
    const above = name.slice(dot + 1);
    const action = below.get(above);
    if (action !== undefined) return { action, between };
    between.push(above);
  }
  return { between };
}

function recordsOf(name: string, own: string | undefined, below: string | undefined): string[] {
  if (name.length > MAX_NAME || OTHER_RULE.test(name)) return [];
  return [
    ...(own === undefined ? [] : [`${name} CNAME ${own}`]),
    ...(below === undefined ? [] : [`*.${name} CNAME ${below}`]),
  ];
}
