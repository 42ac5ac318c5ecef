import * as z from "zod";
import { callProvider, type Outside } from "../providers/call-provider.ts";
import type { OpenSpeech } from "../providers/open-provider.ts";
import { audioOf } from "./audio-of.ts";
import type { Speech, Voice } from "./speech.ts";

const ADDRESS = "https://api.deepgram.com/v1";
const VOICES: readonly Voice[] = [
  { name: "aura-2-celeste-es", language: "es", gender: "female" },
  { name: "aura-2-nestor-es", language: "es", gender: "male" },
  { name: "aura-2-thalia-en", language: "en", gender: "female" },
  { name: "aura-2-apollo-en", language: "en", gender: "male" },
];
const PIECE = 1_900;
const TOKEN_SECONDS = 60;

const heard = z.object({
  metadata: z.object({ duration: z.number() }),
  results: z.object({
    channels: z.array(
      z.object({
        alternatives: z.array(z.object({ transcript: z.string(), confidence: z.number() })),
      }),
    ),
  }),
});
const granted = z.object({ access_token: z.string(), expires_in: z.number() });

export function deepgram({ key, breaker }: OpenSpeech, outside: Outside): Speech {
  const provider = "deepgram";
  const post = (path: string, type: string, body: BodyInit) =>
    callProvider(outside, {
      provider: breaker,
      url: `${ADDRESS}/${path}`,
      init: {
        method: "POST",
        headers: { authorization: `Token ${key}`, "content-type": type },
        body,
      },
    });
  return {
    provider,
    voices: VOICES,
    piece: PIECE,
    tokenSeconds: TOKEN_SECONDS,
    async synthesize(text, { name }) {
      const path = `speak?encoding=mp3&model=${encodeURIComponent(name)}`;
      const answer = await post(path, "application/json", JSON.stringify({ text }));
      return audioOf(answer);
    },
    async transcribe(audio, type, language) {
      const path = `listen?model=nova-3&smart_format=true&language=${encodeURIComponent(language)}`;
      const answer = await post(path, type, audio);
      const read = heard.safeParse(await answer?.json().catch(() => undefined));
      if (!read.success) return undefined;
      const [best] = read.data.results.channels[0]?.alternatives ?? [];
      return {
        text: best?.transcript ?? "",
        durationMs: Math.round(read.data.metadata.duration * 1_000),
        ...(best === undefined ? {} : { confidence: best.confidence }),
      };
    },
    async token() {
      const body = JSON.stringify({ ttl_seconds: TOKEN_SECONDS });
      const answer = await post("auth/grant", "application/json", body);
      const read = granted.safeParse(await answer?.json().catch(() => undefined));
      if (!read.success) return undefined;
      const { access_token: token, expires_in: expiresInSeconds } = read.data;
      return { token, expiresInSeconds, endpoint: "wss://api.deepgram.com/v1/listen" };
    },
  };
}
