import * as z from "zod";
import { time } from "../../http/contract/index.ts";
import * as shared from "../answers.ts";

export const askRagAnswer = z
  .strictObject({
    traceId: z.string(),
    tenantId: z.string(),
    answer: z.string(),
    citations: z.array(shared.citation),
    confidence: shared.share,
    modelUsage: shared.modelUsage.optional(),
  })
  .meta({ id: "AskRagResponse" });

export const contextDocument = z
  .strictObject({
    ...shared.citationFields,
    documentId: z.string(),
    externalId: z.string().optional(),
    chunkId: z.string(),
    position: z.strictObject({ start: z.int(), end: z.int() }),
    highlights: z.array(z.tuple([z.int(), z.int()])),
    updatedAt: time,
    matchedTerms: z.array(z.string()),
  })
  .meta({ id: "ContextDocument" });

export const contextAnswer = z
  .strictObject({
    traceId: z.string(),
    tenantId: z.string(),
    query: z.string(),
    language: z.string(),
    total: z.int(),
    documents: z.array(contextDocument),
    retrieval: z.strictObject({
      mode: z.enum(["lexical", "hybrid", "vector"]),
      took_ms: z.number(),
      candidates: z.int(),
      correctedQuery: z.string().optional(),
    }),
  })
  .meta({ id: "ContextSearchResponse" });

export type AskRagAnswer = z.infer<typeof askRagAnswer>;
export type ContextDocument = z.infer<typeof contextDocument>;
