import type { Silence } from "./find-silence.ts";
import { given } from "../../platform/index.ts";
import { AUDIO_TYPES, MAX_AUDIO_BYTES } from "./read-audio.ts";
import { MAX_SPOKEN } from "./schemas.ts";
import type { Speech } from "./speech.ts";
import { SELF } from "./issue-own-token.ts";

/** Shows what speech there is, and why it cannot be used now, if so. */
export function showCapability(speech: Speech | undefined, silence: Silence | undefined) {
  const provider = speech?.provider ?? null;
  const state = { ready: silence === undefined, provider, ...reasonOf(silence) };
  const languages = [...new Set(speech?.voices.map(({ language }) => language))];
  const { token, listen } = speech ?? {};
  const hasTokens = speech === undefined || (token ?? listen) !== undefined;
  return {
    ready: state.ready,
    tts: {
      ...state,
      voices: [...(speech?.voices ?? [])],
      formats: speech === undefined ? [] : ["audio/mpeg"],
      maxCharacters: MAX_SPOKEN,
    },
    stt: {
      ...state,
      mimeTypes: [...(speech?.audioTypes ?? AUDIO_TYPES)],
      maxBytes: MAX_AUDIO_BYTES,
      languages,
    },
    streaming: {
      ...(hasTokens ? state : { ready: false, provider, ...reasonOf("not_configured") }),
      ...(listen === undefined ? {} : { provider: SELF }),
      tokenTtlSeconds: speech?.tokenSeconds ?? 0,
    },
  };
}

function reasonOf(silence: Silence | undefined): { reason?: Silence } {
  return given({ reason: silence });
}
