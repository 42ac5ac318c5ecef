export { noSuchAction } from "./actions/decide.ts";
export { findBars, makeDecision } from "./actions/make-decision.ts";
export type { StoredAction } from "./actions/answers.ts";
export { STATES as ACTION_STATES } from "./actions/states.ts";
export { showAction } from "./actions/show-action.ts";
export { findAction, listActions } from "./actions/store.ts";
export { changerOf } from "./changer-of.ts";
export { consumeDeadDocuments, consumeDocuments } from "./documents/consumer.ts";
export { passesLuhn } from "./personal/find-personal.ts";
export { findPlaces, hidePlaces, type Rule as PersonalRule } from "./personal/find-places.ts";
export type { Requester } from "./caller.ts";
export { completionBy } from "./providers/complete-in-time.ts";
export { hasModel } from "./providers/has-model.ts";
export { serviceProviders } from "./providers/service-providers.ts";
export { graphDirectories } from "./tools/open-graph.ts";
export { BUILTIN_SOURCE } from "./knowledge/builtin-names.ts";
export { decideOnMove, isOwnMove, moveLabel } from "./prompts/move-label.ts";
export { makeFence } from "./prompts/make-fence.ts";
export { listMoves } from "./prompts/move-store.ts";
export { showMove } from "./prompts/show-move.ts";
export { byNumber as findPromptVersion } from "./prompts/find-prompt.ts";
export { showVersion, showVersions } from "./prompts/show-versions.ts";
export type { MoveShown, VersionShown, VersionSummary } from "./prompts/version-schemas.ts";
export { ROLE, USER, viewerOf } from "./principals-of.ts";
export { PRODUCTION } from "./prompts/well-known.ts";
export { showSettings } from "./settings/show-settings.ts";
export { undoEscapes } from "./text/css-escapes.ts";
export { decodeEntities } from "./text/decode-entities.ts";
export { attributesOf } from "./text/read-attributes.ts";
export {
  hidingOf,
  mayHide,
  merge,
  readStyle,
  setsAnew,
  type Hiding,
  type Style,
} from "./text/read-style.ts";
export { showAiUsage } from "./usage/show-usage.ts";
export { ingest } from "./documents/ingest.ts";
export { ingestingFor } from "./documents/ingesting-for.ts";
export { findDocument, listDocuments, removeDocument } from "./documents/keep-documents.ts";
export { FILE_KINDS } from "./documents/file-kinds.ts";
export { MAX_FILE_BYTES, MAX_TEXT } from "./documents/limits.ts";
export { newDocument, type ShownDocument, type WholeDocument } from "./documents/schemas.ts";
