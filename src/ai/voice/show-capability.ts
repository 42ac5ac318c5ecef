import { AUDIO_TYPES, MAX_AUDIO_BYTES } from "./read-audio.ts";
import { MAX_SPOKEN } from "./schemas.ts";
import type { Speech } from "./speech.ts";

/** Says what is there and, where nothing is, why. */
export function showCapability(speech: Speech | undefined) {
  const state =
    speech === undefined
      ? { ready: false, reason: "not_configured" as const }
      : { ready: true, provider: speech.provider };
  const languages = [...new Set(speech?.voices.map(({ language }) => language))];
  return {
    ready: state.ready,
    tts: {
      ...state,
      voices: [...(speech?.voices ?? [])],
      formats: speech === undefined ? [] : ["audio/mpeg"],
      maxCharacters: MAX_SPOKEN,
    },
    stt: { ...state, mimeTypes: AUDIO_TYPES, maxBytes: MAX_AUDIO_BYTES, languages },
    streaming: {
      ...(speech?.token === undefined
        ? { ready: false, reason: "not_configured" as const }
        : state),
      tokenTtlSeconds: speech?.tokenSeconds ?? 0,
    },
  };
}
