import * as z from "zod";
import { given } from "../../platform/index.ts";
import type { Outside } from "../providers/call-provider.ts";
import { openWorkersAi } from "../providers/open-workers-ai.ts";
import { runWorkersAi, type WorkersAi } from "../providers/run-workers-ai.ts";
import type { WorkersAiSettings } from "../providers/service-providers.ts";
import { beside, lengthIn, speechReader } from "./read-speech.ts";
import { TOKEN_SECONDS } from "./mint-token.ts";
import type { Transcript, Speech, Voice } from "./speech.ts";

const HEARS = "@cf/openai/whisper-large-v3-turbo";
const LISTENS = "@cf/deepgram/flux";
const SPEAKS = "@cf/myshell-ai/melotts";
const VOICES: readonly Voice[] = [
  { name: "melotts-es", language: "es" },
  { name: "melotts-en", language: "en" },
];
const PIECE = 1_500;
const MS = 1_000;

const transcription = z.object({
  text: z.string(),
  transcription_info: z
    .object({
      duration: lengthIn(1).optional(),
      language: z.string().nullish(),
      language_probability: beside(z.number().min(0).max(1)),
    })
    .optional(),
  segments: beside(
    z.array(
      z.object({
        start: lengthIn(1),
        end: lengthIn(1),
        text: z.string(),
        avg_logprob: beside(z.number().max(0)),
      }),
    ),
  ),
});
const synthesis = z.object({ audio: z.base64().min(1) });

/** The name of its breaker for speech. Its answers to questions have another one. */
export function breakerOf({ name }: Pick<WorkersAiSettings, "name">): string {
  return `${name} speech`;
}

/** Speech by the binding. A browser that streams through it has a token of our own. */
export function workersSpeech(
  { name }: WorkersAiSettings,
  ai: WorkersAi,
  outside: Outside,
): Speech {
  const provider = breakerOf({ name });
  const reader = speechReader(provider, outside);
  const run = async (model: string, input: Record<string, unknown>) =>
    runWorkersAi(ai, outside, { provider, readLater: true }, model, input);
  return {
    provider: "workers-ai",
    voices: VOICES,
    piece: PIECE,
    tokenSeconds: TOKEN_SECONDS,
    async synthesize(text, { language }) {
      const answer = await run(SPEAKS, { prompt: text, lang: language });
      const read = await reader.json(answer, synthesis);
      return read && new Uint8Array(Buffer.from(read.audio, "base64"));
    },
    async transcribe(audio, _type, language) {
      const base = language && { language: language.split("-", 1)[0] };
      const input = { audio: Buffer.from(audio).toString("base64"), ...base };
      const read = await reader.json(await run(HEARS, input), transcription);
      if (read === undefined) return undefined;
      return readTranscript(read);
    },
    listen: (options) => openWorkersAi(ai, outside, { provider, model: LISTENS }, options),
  };
}

function readTranscript({
  text,
  segments,
  transcription_info,
}: z.output<typeof transcription>): Transcript {
  const { duration, language, language_probability } = transcription_info ?? {};
  return {
    text: text.trim(),
    language,
    ...given({
      durationMs: duration && Math.round(duration * MS),
      languageConfidence: language_probability,
      segments: segments?.map(({ avg_logprob: doubt, ...part }) => ({
        ...part,
        ...given({ confidence: doubt === undefined ? undefined : Math.exp(doubt) }),
      })),
    }),
  };
}
