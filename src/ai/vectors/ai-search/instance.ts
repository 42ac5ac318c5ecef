import { sha256 } from "../../../platform/index.ts";
import type { AiSearchBinding } from "./binding.ts";
import type { Via } from "./call-binding.ts";

/** A name has 32 letters at most: some for the tenant, a hyphen, and some for the space. */
const TENANT_LETTERS = 20;
const SPACE_LETTERS = 11;
/** Makes an item plain text, which is converted to nothing else. */
const ENDING = ".txt";

export interface Reach extends Via {
  binding: AiSearchBinding;
}

/** An instance of AI Search, and how it is reached. */
export interface Instance extends Reach {
  id: string;
  tenantId: string;
}

/**
 * A tenant's instance for vectors of one space, which are those of one model. Nobody has to remember its
 * name, and it does not tell the tenant's.
 */
export function instanceOf(reach: Reach, tenantId: string, space: string): Instance {
  const id = `${prefixOf(tenantId)}${sha256(space).slice(0, SPACE_LETTERS)}`;
  return { ...reach, id, tenantId };
}

/** How the names of all instances of a tenant begin. */
export function prefixOf(tenantId: string): string {
  return `${sha256(tenantId).slice(0, TENANT_LETTERS)}-`;
}

/** The key of a piece's item. */
export function keyOf(pieceId: string): string {
  return `${pieceId}${ENDING}`;
}

export function pieceOf(key: string): string {
  return key.endsWith(ENDING) ? key.slice(0, -ENDING.length) : key;
}
