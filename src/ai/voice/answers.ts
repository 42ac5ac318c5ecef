import * as z from "zod";
import { time } from "../../http/contract/index.ts";
import { REASONS } from "./schemas.ts";

const common = { traceId: z.string(), tenantId: z.string() };
const ready = {
  ready: z.boolean(),
  /** Null if there is no provider that this tenant may use. */
  provider: z.string().nullable(),
  /** Why it is not ready. */
  reason: z.enum(REASONS).optional(),
};

export const capability = z
  .strictObject({
    ...common,
    ready: z.boolean(),
    tts: z.strictObject({
      ...ready,
      voices: z.array(
        z.strictObject({
          name: z.string(),
          language: z.string(),
          gender: z.enum(["female", "male"]).optional(),
        }),
      ),
      formats: z.array(z.string()),
      maxCharacters: z.int(),
    }),
    stt: z.strictObject({
      ...ready,
      mimeTypes: z.array(z.string()),
      maxBytes: z.int(),
      languages: z.array(z.string()),
    }),
    streaming: z.strictObject({ ...ready, tokenTtlSeconds: z.int() }),
  })
  .meta({ id: "VoiceCapability" });

export const speechToken = z
  .strictObject({
    ...common,
    provider: z.enum(["azure", "deepgram", "self"]),
    token: z.string(),
    tokenType: z.literal("Bearer"),
    expiresAt: time,
    expiresInSeconds: z.number(),
    refreshAfterSeconds: z.number(),
    region: z.string().optional(),
    endpoint: z.string(),
    /** The language that is understood, if there is only one. */
    language: z.string().optional(),
  })
  .meta({ id: "SpeechToken" });

export const synthesized = z
  .strictObject({
    ...common,
    audioBase64: z.string(),
    mimeType: z.string(),
    durationMs: z.int().optional(),
    voiceName: z.string(),
    language: z.string(),
    characters: z.int(),
    provider: z.string(),
    cached: z.boolean(),
  })
  .meta({ id: "SpeechSynthesisResponse" });

export const transcribed = z
  .strictObject({
    ...common,
    text: z.string(),
    language: z.string(),
    languageConfidence: z.number().optional(),
    durationMs: z.int().optional(),
    segments: z.array(
      z.strictObject({
        start: z.number(),
        end: z.number(),
        text: z.string(),
        confidence: z.number().optional(),
      }),
    ),
    provider: z.string(),
  })
  .meta({ id: "TranscriptionResponse" });
