import * as z from "zod";
import * as shared from "../answers.ts";

export const promptTested = z
  .strictObject({
    traceId: z.string(),
    tenantId: z.string(),
    promptVersion: z.string(),
    prompt: z.strictObject({
      system: z.string(),
      messages: z.array(z.strictObject({ role: z.literal("user"), content: z.string() })),
      variables: z.record(z.string(), z.string()),
      sha256: z.string(),
    }),
    tokensEstimate: z.int(),
    documents: z.array(shared.citation),
    guardrails: z.strictObject({
      flagged: z.array(z.strictObject({ documentId: z.string(), rule: z.string() })),
      /** Unseen characters that were removed from the documents that were found. */
      removedCharacters: z.int(),
    }),
    routing: z.strictObject({ route: z.enum(["rag", "agent", "mixed"]), routeReason: z.string() }),
    runModel: z.boolean(),
    result: z
      .strictObject({
        answer: z.string(),
        citations: z.array(shared.citation),
        confidence: z.number(),
        modelUsage: shared.modelUsage.optional(),
        /** The share of its sentences that are grounded in what they cite. */
        groundedness: z.number().min(0).max(1),
      })
      .optional(),
  })
  .meta({ id: "PromptTestResponse" });
