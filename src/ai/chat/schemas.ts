import * as z from "zod";
import * as shared from "../schemas.ts";

const MAX_SEGMENT = 64;
const MAX_ENTITY = 256;
const MAX_USE_CASE = 64;

export const chat = z
  .strictObject({
    ...shared.question,
    traceId: shared.traceId.optional(),
    language: shared.language.optional(),
    pageSegment: z.string().max(MAX_SEGMENT).optional(),
    selectedEntityId: z.string().max(MAX_ENTITY).optional(),
    mlUseCase: z.string().max(MAX_USE_CASE).optional(),
  })
  .meta({ id: "ChatRequest" });

export type Chat = z.infer<typeof chat>;
