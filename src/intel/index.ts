export { askerOf, type Asker } from "./asker.ts";
export { expectKnowledge } from "./expect-knowledge.ts";
export { forgetLists } from "./recall-knowledge.ts";
export { answerQuestion, readTyped } from "./answer-question.ts";
export { LOOKUP_TYPES, type LookupModule } from "./lookup-types.ts";
export { escapeByte } from "./indicators/percent.ts";
export { canonicalHost } from "./indicators/host.ts";
export { EXPORT_SCOPES } from "./exports/scopes.ts";
export { isDamage } from "./live/is-damage.ts";
export { refreshSources, sweepSegments } from "./jobs.ts";
export { registrableOf, reputationFor, type Reputation, type Standing } from "./reputation.ts";
export { decodeLabel } from "./names/decode-label.ts";
export { skeletonOf } from "./names/skeleton.ts";
export { loadSuffixes } from "./suffixes/load-suffixes.ts";
export { isPublicEnding } from "./suffixes/registrable.ts";
export type { Category } from "./fusion/categories.ts";
export { lineEndOf } from "./sources/cut-lines.ts";
export type { Effect, SourceKind } from "./sources/source.ts";
export type { ShownEdition, ShownSource } from "./source-schemas.ts";
export { changeSource } from "./change-sources.ts";
export { listEditions } from "./list-editions.ts";
export { refreshIndex } from "./live/refresh-index.ts";
export { restoreEdition } from "./refresh/restore-edition.ts";
export { storesOf } from "./refresh/stores.ts";
export { showSource } from "./show-source.ts";
export { findSource, listSources, needSource } from "./store.ts";
export type { Verdict } from "./lookup/verdict.ts";
export { addEntry, refuseFull, removeEntry } from "./tenant-lists/change-entries.ts";
export { changeMany } from "./tenant-lists/change-many.ts";
export { entriesCsv } from "./tenant-lists/entries-csv.ts";
export { readLines, type WrittenLine } from "./tenant-lists/read-lines.ts";
export {
  entryBatch,
  MAX_BATCH_BYTES,
  MAX_ENTRIES,
  MAX_LABEL,
  MAX_NOTE,
  newEntry,
  type,
  type EntryBatch,
} from "./tenant-lists/schemas.ts";
export { type BatchResult, type Entry, type Outcome } from "./tenant-lists/answers.ts";
export { allEntries, listEntries, showEntry } from "./tenant-lists/store.ts";
export { wholeHostOf } from "./tenant-lists/whole-host-of.ts";
