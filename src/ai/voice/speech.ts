import type { Outside } from "../providers/call-provider.ts";
import { providersOf, secretOf } from "../providers/settings.ts";
import { azureSpeech } from "./azure-speech.ts";
import { deepgram } from "./deepgram.ts";
import { workersSpeech } from "./workers-speech.ts";

export interface Voice {
  name: string;
  language: string;
  gender?: "female" | "male";
}

interface Heard {
  text: string;
  confidence?: number;
  durationMs?: number;
}

interface SpeechToken {
  token: string;
  expiresInSeconds: number;
  endpoint: string;
  region?: string;
}

/** What turns text into speech and back. Undefined means that the provider gave no good answer. */
export interface Speech {
  provider: "azure" | "deepgram" | "workers-ai";
  voices: readonly Voice[];
  /** The most text that it takes at once. */
  piece: number;
  synthesize: (text: string, voice: Voice) => Promise<Uint8Array | undefined>;
  transcribe: (audio: Uint8Array, type: string, language: string) => Promise<Heard | undefined>;
  /** For a browser; not every provider has such. */
  token?: () => Promise<SpeechToken | undefined>;
}

/** The first configured provider whose key is there. */
export function speechOf(env: Cloudflare.Env, outside: Outside): Speech | undefined {
  for (const settings of providersOf(env)) {
    if (settings.kind === "workers-ai") {
      if (settings.speech && env.AI !== undefined) return workersSpeech(settings, env.AI, outside);
      continue;
    }
    const key = secretOf(env, settings.keySecret);
    if (key === undefined) continue;
    if (settings.kind === "azure-speech") return azureSpeech(settings, key, outside);
    if (settings.kind === "deepgram") return deepgram(key, outside);
  }
  return undefined;
}
