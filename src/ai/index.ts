import { Hono } from "hono";
import type { Rampart } from "../platform/index.ts";
import { actionRoutes } from "./actions/routes.ts";
import { answerRoutes } from "./answer/routes.ts";
import { chatRoutes } from "./chat/routes.ts";
import { documentRoutes } from "./documents/routes.ts";
import { promptRoutes } from "./prompts/routes.ts";
import { toolRoutes } from "./tools/routes.ts";
import { voiceRoutes } from "./voice/routes.ts";

export { consumeDocuments } from "./documents/consumer.ts";
export { ingest } from "./documents/ingest.ts";
export {
  findDocument,
  listDocuments,
  removeDocument,
  type DocumentPart,
  type WholeDocument,
} from "./documents/keep-documents.ts";
export { MAX_TEXT, newDocument, type ShownDocument } from "./documents/schemas.ts";

export const aiRoutes = new Hono<Rampart>();

aiRoutes.route("/", answerRoutes);
aiRoutes.route("/", documentRoutes);
aiRoutes.route("/", chatRoutes);
aiRoutes.route("/", toolRoutes);
aiRoutes.route("/", actionRoutes);
aiRoutes.route("/", promptRoutes);
aiRoutes.route("/", voiceRoutes);
