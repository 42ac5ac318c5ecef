import * as z from "zod";
import * as shared from "../schemas.ts";

export const askRag = z
  .strictObject({
    tenantId: shared.tenantId,
    query: shared.query,
    top: shared.top.optional(),
    promptVersion: shared.promptVersion.optional(),
    model: shared.model.optional(),
    temperature: shared.temperature.optional(),
    traceId: shared.traceId.optional(),
    language: shared.language.optional(),
  })
  .meta({ id: "AskRagRequest" });

export const contextSearch = z
  .strictObject({
    tenantId: shared.tenantId,
    query: shared.query,
    top: shared.top.optional(),
    traceId: shared.traceId.optional(),
  })
  .meta({ id: "ContextSearchRequest" });
export type ContextSearch = z.output<typeof contextSearch>;
