export { changeDictionary } from "./change-dictionary.ts";
export { createDictionary } from "./create-dictionary.ts";
export { entityTag } from "./entity-tag.ts";
export { noSuchDictionary } from "./refusals.ts";
export { removeDictionary } from "./remove-dictionary.ts";
export {
  dictionaryPartial,
  KINDS,
  MAX_CONTENT_BYTES,
  newDictionary,
  SEVERITIES,
  type Entry,
} from "./schemas.ts";
export { type Dictionary } from "./answers.ts";
export {
  findDictionary,
  listDictionaries,
  listVersions,
  nameDictionaries,
  showDictionary,
  type DictionaryRow,
} from "./store.ts";
export { compilePattern, type CompiledPattern } from "./patterns/index.ts";
