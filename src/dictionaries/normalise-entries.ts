import { refuse, saySize, type Detail, type Refusal } from "../http/index.ts";
import { isLonger } from "../platform/index.ts";
import { checkPattern } from "./patterns/index.ts";
import { MAX_ENTRIES_BYTES, MAX_PATTERNS, MAX_VALUE, type Entry } from "./schemas.ts";
import type { Dictionary } from "./answers.ts";

type Kind = Dictionary["kind"];

const MAX_DETAILS = 20;
const TOO_LONG = `has more than ${MAX_VALUE} characters in normal form (NFC)`;
const HASH = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/;
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * Marks of other parts of a URL. If they were cut off, an entry for one page would match the whole
 * host.
 */
const MORE_THAN_A_HOST = /[\s/\\?#@:%]/;

interface Checked {
  value: string;
  problem?: string;
}

const CHECKS: Record<Kind, (value: string) => Checked> = {
  terms: checkTerm,
  regex: checkRegex,
  domains: checkDomain,
  hashes: checkHash,
};

/** Entries in the form in which they are stored, or what is wrong with them. */
export function normaliseEntries(kind: Kind, entries: readonly Entry[]): Entry[] | Refusal {
  if (kind === "regex" && entries.length > MAX_PATTERNS) return tooManyPatterns();
  const details: Detail[] = [];
  const firstAt = new Map<string, number>();
  const kept: Entry[] = [];
  for (const [at, entry] of entries.entries()) {
    const { value, problem } = CHECKS[kind](entry.value);
    const twin = firstAt.get(value);
    firstAt.set(value, twin ?? at);
    const message = problem ?? (twin === undefined ? undefined : `repeats entry ${twin}`);
    if (message !== undefined) details.push({ path: `entries.${at}.value`, message });
    // A hostile pattern takes milliseconds to check, so it stops at so many errors.
    if (details.length === MAX_DETAILS) break;
    kept.push({ ...entry, value });
  }
  if (details.length > 0) return invalidEntries(details);
  return bytesOf(kept) <= MAX_ENTRIES_BYTES ? kept : tooManyBytes();
}

export function bytesOf(entries: readonly Entry[]): number {
  return new TextEncoder().encode(JSON.stringify(entries)).byteLength;
}

function checkTerm(given: string): Checked {
  const value = given.normalize("NFC").trim();
  if (value === "") return { value, problem: "is blank" };
  // NFC makes a few letters longer, and what is stored must also be accepted when it is sent again.
  const isGrown = value.length > given.length && isLonger(value, MAX_VALUE);
  return isGrown ? { value, problem: TOO_LONG } : { value };
}

function checkRegex(value: string): Checked {
  const problem = checkPattern(value)?.message;
  return problem === undefined ? { value } : { value, problem };
}

function checkDomain(given: string): Checked {
  const bare = given.trim().toLowerCase().replace(/\.$/, "");
  const isHost = !MORE_THAN_A_HOST.test(bare) && URL.canParse(`http://${bare}/`);
  const value = isHost ? new URL(`http://${bare}/`).hostname : bare;
  return DOMAIN.test(value) ? { value } : { value, problem: "is no domain name" };
}

function checkHash(given: string): Checked {
  const value = given.trim().toLowerCase();
  return HASH.test(value) ? { value } : { value, problem: "is no MD5, SHA-1, SHA-256 or SHA-512" };
}

function invalidEntries(details: Detail[]): Refusal {
  const [first] = details;
  return refuse(400, "invalid_request", `"${first?.path}" ${first?.message}.`, {
    details,
  });
}

function tooManyPatterns(): Refusal {
  const message = `"entries" may hold at most ${MAX_PATTERNS} patterns.`;
  return refuse(400, "invalid_request", message, {
    details: [{ path: "entries", message: `holds more than ${MAX_PATTERNS} patterns` }],
  });
}

function tooManyBytes(): Refusal {
  const message = `"entries" may take at most ${saySize(MAX_ENTRIES_BYTES)}.`;
  return refuse(400, "invalid_request", message, {
    details: [{ path: "entries", message: `takes more than ${saySize(MAX_ENTRIES_BYTES)}` }],
  });
}
