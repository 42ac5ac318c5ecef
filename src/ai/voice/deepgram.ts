import * as z from "zod";
import { given } from "../../platform/index.ts";
import { callProvider, type Outside } from "../providers/call-provider.ts";
import type { OpenSpeech } from "../providers/open-provider.ts";
import { beside, lengthIn, lifetime, speechReader, tokenText } from "./read-speech.ts";
import type { Transcript, Speech, Voice } from "./speech.ts";

const ADDRESS = "https://api.deepgram.com/v1";
const VOICES: readonly Voice[] = [
  { name: "aura-2-celeste-es", language: "es", gender: "female" },
  { name: "aura-2-nestor-es", language: "es", gender: "male" },
  { name: "aura-2-thalia-en", language: "en", gender: "female" },
  { name: "aura-2-apollo-en", language: "en", gender: "male" },
];
const PIECE = 1_900;
const TOKEN_SECONDS = 60;

/** Its model knows Spanish in general and that of Latin America, but not of any other region. */
const SPANISH_OF = /^es-(?!419$).*/i;

const transcription = z.object({
  metadata: z.object({ duration: lengthIn(1) }),
  results: z.object({
    channels: z.array(
      z.object({
        alternatives: z.array(z.object({ transcript: z.string(), confidence: z.number() })),
        detected_language: z.string().nullish(),
        language_confidence: beside(z.number().min(0).max(1)),
      }),
    ),
    utterances: beside(
      z.array(
        z.object({
          start: lengthIn(1),
          end: lengthIn(1),
          transcript: z.string(),
          confidence: z.number(),
        }),
      ),
    ),
  }),
});
const grantedToken = z.object({ access_token: tokenText, expires_in: lifetime });

export function deepgram({ key, breaker }: OpenSpeech, outside: Outside): Speech {
  const provider = "deepgram";
  const post = (path: string, type: string, body: BodyInit) =>
    callProvider(outside, {
      provider: breaker,
      readLater: true,
      url: `${ADDRESS}/${path}`,
      init: {
        method: "POST",
        headers: { authorization: `Token ${key}`, "content-type": type },
        body,
      },
    });
  const reader = speechReader(breaker, outside);
  return {
    provider,
    voices: VOICES,
    piece: PIECE,
    tokenSeconds: TOKEN_SECONDS,
    async synthesize(text, { name }) {
      const path = `speak?encoding=mp3&model=${encodeURIComponent(name)}`;
      const answer = await post(path, "application/json", JSON.stringify({ text }));
      return reader.audio(answer);
    },
    async transcribe(audio, type, tag) {
      const language = tag?.replace(SPANISH_OF, "es");
      const how = language ? `language=${encodeURIComponent(language)}` : "detect_language=true";
      const path = `listen?model=nova-3&smart_format=true&utterances=true&${how}`;
      const answer = await post(path, type, audio);
      const read = await reader.json(answer, transcription);
      return read && readTranscript(read);
    },
    async token() {
      const body = JSON.stringify({ ttl_seconds: TOKEN_SECONDS });
      const answer = await post("auth/grant", "application/json", body);
      const read = await reader.json(answer, grantedToken);
      if (read === undefined) return undefined;
      const { access_token: token, expires_in: expiresInSeconds } = read;
      return { token, expiresInSeconds, endpoint: "wss://api.deepgram.com/v1/listen" };
    },
  };
}

function readTranscript({ metadata, results }: z.output<typeof transcription>): Transcript {
  const [channel] = results.channels;
  const [best] = channel?.alternatives ?? [];
  return {
    text: best?.transcript ?? "",
    durationMs: Math.round(metadata.duration * 1_000),
    language: channel?.detected_language,
    ...given({
      confidence: best?.confidence,
      languageConfidence: channel?.language_confidence,
      segments: results.utterances?.map(({ transcript: text, ...part }) => ({ ...part, text })),
    }),
  };
}
