import { findSuffix } from "./find-suffix.ts";

export interface NameParts {
  /** The registered name, with private suffixes taken into account; undefined for a suffix itself. */
  registrable: string | undefined;
  /** The private suffix above the name, if there is one: its owner rents out names to strangers. */
  privateSuffix: string | undefined;
}

// The last answer is kept, because one look-up asks about the same name several times.
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

/** The registrable domain by rules of registries only: the domain of a private suffix's owner. */
export function registeredAt(name: string): string | undefined {
  return registrableOf(name, findSuffix(name, false).start);
}

/** The suffix with the label before it; undefined if there is none. */
function registrableOf(name: string, suffixStart: number): string | undefined {
  return suffixStart < 2 ? undefined : name.slice(name.lastIndexOf(".", suffixStart - 2) + 1);
}

// The last answer is kept, because hosts in one message mostly have the same ending.
let lastEnding = "";
let isLastPublic = false;

/** Whether this is a public suffix of a registry: "es", "gob.es". */
export function isPublicEnding(ending: string): boolean {
  if (ending !== lastEnding) {
    const { start, by } = findSuffix(ending, false);
    lastEnding = ending;
    isLastPublic = start === 0 && by === "registry";
  }
  return isLastPublic;
}
