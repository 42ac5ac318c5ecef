import { Hono } from "hono";
import type { Rampart } from "../platform/index.ts";
import { actionRoutes } from "./actions/routes.ts";
import { answerRoutes } from "./answer/routes.ts";
import { chatRoutes } from "./chat/routes.ts";
import { documentRoutes } from "./documents/routes.ts";
import { evaluationRoutes } from "./prompts/evaluation-routes.ts";
import { labelRoutes } from "./prompts/label-routes.ts";
import { promptRoutes } from "./prompts/routes.ts";
import { versionRoutes } from "./prompts/version-routes.ts";
import { aiSettingsRoutes } from "./settings/routes.ts";
import { toolRoutes } from "./tools/routes.ts";
import { aiUsageRoutes } from "./usage/routes.ts";
import { voiceRoutes } from "./voice/routes.ts";

export { consumeDeadDocuments, consumeDocuments } from "./documents/consumer.ts";
export {
  findPlaces,
  hidePlaces,
  passesLuhn,
  type Rule as PersonalRule,
} from "./personal/find-personal.ts";
export { completionBy, type Completing } from "./providers/complete-in-time.ts";
export { decideOnMove, moveLabel } from "./prompts/move-label.ts";
export { listMoves } from "./prompts/move-store.ts";
export { showMove } from "./prompts/show-move.ts";
export { byNumber as findPromptVersion } from "./prompts/find-prompt.ts";
export { showVersion, showVersions } from "./prompts/show-versions.ts";
export {
  PRODUCTION,
  type MoveShown,
  type VersionShown,
  type VersionSummary,
} from "./prompts/version-schemas.ts";
export { showSettings } from "./settings/show-settings.ts";
export { showAiUsage } from "./usage/show-usage.ts";
export { ingest } from "./documents/ingest.ts";
export { findDocument, listDocuments, removeDocument } from "./documents/keep-documents.ts";
export {
  MAX_TEXT,
  newDocument,
  type ShownDocument,
  type WholeDocument,
} from "./documents/schemas.ts";

export const aiRoutes = new Hono<Rampart>();

aiRoutes.route("/", answerRoutes);
aiRoutes.route("/", documentRoutes);
aiRoutes.route("/", chatRoutes);
aiRoutes.route("/", toolRoutes);
aiRoutes.route("/", actionRoutes);
aiRoutes.route("/", promptRoutes);
aiRoutes.route("/", versionRoutes);
aiRoutes.route("/", labelRoutes);
aiRoutes.route("/", evaluationRoutes);
aiRoutes.route("/", aiSettingsRoutes);
aiRoutes.route("/", aiUsageRoutes);
aiRoutes.route("/", voiceRoutes);
