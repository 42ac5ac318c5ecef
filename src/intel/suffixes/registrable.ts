import { parse } from "tldts";

/** The host is canonical already, so the library need not look for one in it. */
const AS_IT_IS = {
  allowPrivateDomains: true,
  extractHostname: false,
  validateHostname: false,
  detectIp: false,
} as const;
const ICANN_ONLY = { ...AS_IT_IS, allowPrivateDomains: false } as const;

export interface NameParts {
  /** The name that somebody registered, private suffixes counted; undefined for a suffix itself. */
  registrable: string | undefined;
  /** For a name below a private suffix, the suffix: its owner rents names out to strangers. */
  privateSuffix: string | undefined;
}

// One look-up asks about the same name several times over.
let lastName = "";
let lastParts: NameParts = { registrable: undefined, privateSuffix: undefined };

export function partsOf(name: string): NameParts {
  if (name === lastName) return lastParts;
  const found = parse(name, AS_IT_IS);
  const registrable = found.domain ?? undefined;
  const suffix = found.publicSuffix ?? undefined;
  lastName = name;
  lastParts = { registrable, privateSuffix: found.isPrivate === true ? suffix : undefined };
  return lastParts;
}

/** What the registry alone would call the registrable domain: the owner of a private suffix. */
export function registeredAt(name: string): string | undefined {
  return parse(name, ICANN_ONLY).domain ?? undefined;
}

// A message that names many hosts mostly names many of one ending.
let lastEnding = "";
let isLastPublic = false;

/** Whether strangers' names end in just this on the public internet: "es", "gob.es". */
export function isPublicEnding(ending: string): boolean {
  if (ending !== lastEnding) {
    lastEnding = ending;
    const { isIcann, publicSuffix } = parse(ending, ICANN_ONLY);
    isLastPublic = isIcann === true && publicSuffix === ending;
  }
  return isLastPublic;
}
