import * as z from "zod";
import { given } from "../../platform/index.ts";
import { callProvider, type Outside } from "../providers/call-provider.ts";
import type { OpenSpeech } from "../providers/open-provider.ts";
import { beside, lengthIn, speechReader } from "./read-speech.ts";
import type { Transcript, Speech, Voice } from "./speech.ts";

const VOICES: readonly Voice[] = [
  { name: "es-ES-ElviraNeural", language: "es-ES", gender: "female" },
  { name: "es-MX-JorgeNeural", language: "es-MX", gender: "male" },
  { name: "en-US-JennyNeural", language: "en-US", gender: "female" },
  { name: "en-GB-RyanNeural", language: "en-GB", gender: "male" },
];
const OGG = "audio/ogg";
/** It refuses Ogg whose codec is not named. A WAV names its codec itself. */
const OGG_SENT = `${OGG}; codecs=opus`;
/** All that its recognition of short recordings takes. */
const HEARS = ["audio/wav", OGG];
/** Its recognition of short recordings does not detect the language, so this one is assumed. */
const UNNAMED = "es-ES";
const PIECE = 3_000;
const TOKEN_SECONDS = 600;
const TICKS_PER_MS = 10_000;
const TICKS_PER_SECOND = 1_000 * TICKS_PER_MS;

/**
 * The status if it could not go on. Every other status is an answer, without a text if nobody was
 * heard.
 */
const BROKE_OFF = "Error";

const recognised = z.object({
  RecognitionStatus: z.string().refine((status) => status !== BROKE_OFF),
  DisplayText: z.string().optional(),
  Offset: beside(lengthIn(TICKS_PER_SECOND)),
  Duration: lengthIn(TICKS_PER_SECOND).optional(),
  NBest: z.array(z.object({ Confidence: z.number(), Display: z.string() })).optional(),
});

export function azureSpeech(
  region: string,
  { key, breaker }: OpenSpeech,
  outside: Outside,
): Speech {
  const provider = "azure";
  const auth = { "ocp-apim-subscription-key": key };
  const post = (url: string, headers: Record<string, string>, body: BodyInit) =>
    callProvider(outside, {
      provider: breaker,
      readLater: true,
      url,
      init: { method: "POST", headers: { ...auth, ...headers }, body },
    });
  const reader = speechReader(breaker, outside);
  const hearing = `${region}.stt.speech.microsoft.com/speech/recognition/conversation/cognitiveservices/v1`;
  return {
    provider,
    voices: VOICES,
    piece: PIECE,
    audioTypes: HEARS,
    tokenSeconds: TOKEN_SECONDS,
    async synthesize(text, voice) {
      const answer = await post(
        `https://${region}.tts.speech.microsoft.com/cognitiveservices/v1`,
        {
          "content-type": "application/ssml+xml",
          "x-microsoft-outputformat": "audio-24khz-48kbitrate-mono-mp3",
          "user-agent": "rampart",
        },
        ssmlOf(text, voice),
      );
      return reader.audio(answer);
    },
    async transcribe(audio, type, tag = UNNAMED) {
      const language = withRegion(tag);
      const answer = await post(
        `https://${hearing}?format=detailed&language=${encodeURIComponent(language)}`,
        { "content-type": type === OGG ? OGG_SENT : type, accept: "application/json" },
        audio,
      );
      const read = await reader.json(answer, recognised);
      return read && readTranscript(read, language);
    },
    async token() {
      const url = `https://${region}.api.cognitive.microsoft.com/sts/v1.0/issueToken`;
      const answer = await post(url, { "content-length": "0" }, "");
      const token = await reader.token(answer);
      if (token === undefined) return undefined;
      return { token, expiresInSeconds: TOKEN_SECONDS, endpoint: `wss://${hearing}`, region };
    },
  };
}

function readTranscript(
  { NBest, DisplayText = "", Offset = 0, Duration }: z.output<typeof recognised>,
  language: string,
): Transcript {
  const [best] = NBest ?? [];
  const text = best?.Display ?? DisplayText;
  const confidence = given({ confidence: best?.Confidence });
  const transcript = { text, language, ...confidence };
  if (Duration === undefined) return transcript;
  const start = Offset / TICKS_PER_SECOND;
  const end = start + Duration / TICKS_PER_SECOND;
  const segments = [{ start, end, text, ...confidence }];
  return { ...transcript, durationMs: Math.round(Duration / TICKS_PER_MS), segments };
}

function ssmlOf(text: string, { name, language }: Voice): string {
  return `<speak version="1.0" xml:lang="${language}"><voice name="${name}">${escape(text)}</voice></speak>`;
}

/** Adds a region, because it knows no language without one. */
function withRegion(tag: string): string {
  const begin = `${tag.toLowerCase()}-`;
  return VOICES.find(({ language }) => language.startsWith(begin))?.language ?? tag;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
