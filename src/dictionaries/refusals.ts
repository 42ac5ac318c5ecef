import type { Person } from "../access/principal.ts";
import { noSuch, refuse, saySize, type Refusal } from "../http/index.ts";
import { matches } from "./entity-tag.ts";
import { MAX_DICTIONARIES, MAX_TOTAL_BYTES, type DictionaryRow } from "./store.ts";

/** Which dictionary somebody writes or removes; `ifMatch` names the version that he has seen. */
export interface Edit {
  author: Person;
  id: string;
  ifMatch?: string | undefined;
  now: number;
}

/** Why this author may not write this row, or not over this version of it. */
export function refuseEdit({ author, ifMatch }: Edit, row: DictionaryRow): Refusal | undefined {
  if (row.tenantId === null && author.reach !== "all") return globalIsForOperators();
  if (ifMatch === undefined || matches(ifMatch, row)) return undefined;
  return refuse(412, "version_changed", "The dictionary is no longer in the version you named.");
}

export function noSuchDictionary(): Refusal {
  return noSuch("dictionary");
}

export function globalIsForOperators(): Refusal {
  return refuse(403, "permission_denied", "Only an operator may write a global dictionary.");
}

export function tooMuch(): Refusal {
  const most = `${MAX_DICTIONARIES} dictionaries, of ${saySize(MAX_TOTAL_BYTES)} together`;
  return refuse(409, "dictionary_limit", `A tenant may have at most ${most}.`);
}
