export { askerOf, type Asker } from "./asker.ts";
export { expectKnowledge } from "./expect-knowledge.ts";
export { forgetLists } from "./recall-knowledge.ts";
export {
  answerQuestion,
  LOOKUP_TYPES,
  readQuestion,
  type LookupModule,
} from "./answer-question.ts";
export { canonicalHost } from "./indicators/host.ts";
export { isDamage } from "./live/is-damage.ts";
export { refreshSources, sweepSegments } from "./jobs.ts";
export { registrableOf, reputationFor, type Reputation, type Standing } from "./reputation.ts";
export { decodeLabel } from "./names/decode-label.ts";
export { skeletonOf } from "./names/skeleton.ts";
export { isPublicEnding } from "./suffixes/registrable.ts";
export type { Category } from "./fusion/categories.ts";
export type { Effect, SourceKind } from "./sources/source.ts";
export type { ShownSource } from "./source-schemas.ts";
export { showSource } from "./show-source.ts";
export { findSource, listSources, noSuchSource } from "./store.ts";
export type { Verdict } from "./lookup/verdict.ts";
export { addEntry, removeEntry } from "./tenant-lists/change-entries.ts";
export { newEntry, type Entry } from "./tenant-lists/schemas.ts";
export { listEntries, showEntry } from "./tenant-lists/store.ts";
