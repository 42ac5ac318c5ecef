import { DENIED } from "../lookup/explained.ts";
import { partsOf } from "../suffixes/registrable.ts";
import type { TenantLists } from "../tenant-lists/match-lists.ts";
import { dropCovered } from "./drop-covered.ts";
import type { ExportRow } from "./export-list.ts";

/** One value on each line: firewalls call it an external dynamic list. */
function renderPlain(rows: readonly ExportRow[]): string {
  return rows.map(({ value }) => `${value}\n`).join("");
}

/**
 * Names without suffixes under which strangers have names, unless the tenant itself denies one: many
 * firewalls take a name for all names below it.
 */
export function renderDomains(rows: readonly ExportRow[]): string {
  const isSafe = ({ value, category, disposition }: ExportRow) =>
    category === DENIED || (disposition !== "clean" && partsOf(value).registrable !== undefined);
  return renderPlain(rows.filter(isSafe));
}

/** Firewalls take these for any text, so `*.com/` of a hostile line would block all of .com. */
const WILDCARD = /[*^]/;

/** A host of one label: a machine of the reader's own network, of which no feed can know. */
const LOCAL_HOST = /^[^./[]+\//;

/** URLs without those of a feed that would block more than a page of the public internet. */
export function renderUrls(rows: readonly ExportRow[]): string {
  const isSafe = ({ value, category }: ExportRow) =>
    category === DENIED || !(WILDCARD.test(value) || LOCAL_HOST.test(value));
  return renderPlain(rows.filter(isSafe));
}

export function renderAddresses(rows: readonly ExportRow[]): string {
  return renderPlain(dropCovered(rows));
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
 * A DNS response policy zone. The names of the list do not exist, and neither do the names below them
 * that look-ups call listed. Names that the tenant allows pass, with all below them, and so do
 * exceptions below a name that is listed with all names below. All names are
 * relative, because the resolver names the zone. `full` is called if names are left out because too
 * many would have to be added (`fillGaps`).
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
 * Adds the names between each name and the next one above it that covers names below, with the action
 * of that one. By RFC 4592 a name makes all names between it and the top exist, so the wildcard above no
 * longer holds for them and for what is below them. A name is dropped instead if it has the same action
 * as the one above, or if too many names would have to be added; the result is how many of the latter.
 * Shorter names first, because what is added for them shortens the gaps of longer ones.
 */
function fillGaps({ own, below, exceptions }: Policy): number {
  let left = MAX_BETWEEN;
  let leftOut = 0;
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
