export { ingest } from "../../ai/documents/ingest.ts";
export { ingestingFor } from "../../ai/documents/ingesting-for.ts";
export { newDocument } from "../../ai/documents/schemas.ts";
