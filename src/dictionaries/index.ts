export { listDictionaries, showDictionary } from "./store.ts";
export { changeDictionary, noSuchDictionary } from "./change-dictionary.ts";
export { createDictionary } from "./create-dictionary.ts";
export { entityTag } from "./entity-tag.ts";
export { removeDictionary } from "./remove-dictionary.ts";
export {
  dictionaryPartial,
  KINDS,
  MAX_CONTENT_BYTES,
  newDictionary,
  SEVERITIES,
  type Dictionary,
  type Entry,
} from "./schemas.ts";
export { findDictionary, nameDictionaries, type DictionaryRow } from "./store.ts";
export { compilePattern, type CompiledPattern } from "./patterns/index.ts";
