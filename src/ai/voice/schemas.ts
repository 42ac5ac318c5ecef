import * as z from "zod";
import { tenantId, traceId } from "../schemas.ts";
import { MAX_AUDIO_BYTES } from "./read-audio.ts";

export const MAX_SPOKEN = 12_000;
/** Base64 takes four letters for three bytes, and clients may write "+" or "/" with an escape. */
export const MAX_BODY_BYTES = 1.5 * MAX_AUDIO_BYTES;

export const REASONS = [
  "not_configured",
  "provider_unreachable",
  "tenant_disabled",
  "quota_exhausted",
] as const;
const MAX_NAME = 120;
const named = z.string().max(MAX_NAME);

export const voiceQuery = z.object({ tenantId, traceId: traceId.optional() });

export const synthesis = z
  .strictObject({
    tenantId,
    text: z.string().min(1).max(MAX_SPOKEN),
    voiceName: named.optional(),
    language: named.optional(),
    traceId: traceId.optional(),
  })
  .meta({ id: "SpeechSynthesisRequest" });

export const transcription = z
  .strictObject({
    tenantId,
    audioBase64: z.string().min(1).meta({ contentEncoding: "base64" }),
    mimeType: named.optional(),
    language: named.optional(),
    traceId: traceId.optional(),
  })
  .meta({ id: "TranscriptionRequest" });
