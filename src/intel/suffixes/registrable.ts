import { findSuffix } from "./find-suffix.ts";

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
  const { start, by } = findSuffix(name, true);
  lastName = name;
  lastParts = {
    registrable: registrableOf(name, start),
    privateSuffix: by === "owner" ? name.slice(start) : undefined,
  };
  return lastParts;
}

/** What the registry alone would call the registrable domain: the owner of a private suffix. */
export function registeredAt(name: string): string | undefined {
  return registrableOf(name, findSuffix(name, false).start);
}

/** The suffix with the label before it; undefined where nothing stands before it. */
function registrableOf(name: string, suffixStart: number): string | undefined {
  return suffixStart < 2 ? undefined : name.slice(name.lastIndexOf(".", suffixStart - 2) + 1);
}

// A message that names many hosts mostly names many of one ending.
let lastEnding = "";
let isLastPublic = false;

/** Whether strangers' names end in just this on the public internet: "es", "gob.es". */
export function isPublicEnding(ending: string): boolean {
  if (ending !== lastEnding) {
    const { start, by } = findSuffix(ending, false);
    lastEnding = ending;
    isLastPublic = start === 0 && by === "registry";
  }
  return isLastPublic;
}
