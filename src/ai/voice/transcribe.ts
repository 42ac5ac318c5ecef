import type * as z from "zod";
import { given } from "../../platform/index.ts";
import { isRefusal } from "../../http/index.ts";
import type { Caller } from "../caller.ts";
import { guessLanguage } from "../text/guess-language.ts";
import { languageIn } from "./language-in.ts";
import { meterSpeech } from "./meter-speech.ts";
import { needSpeech } from "./need-speech.ts";
import { readAudio, unsupported } from "./read-audio.ts";
import type { transcription } from "./schemas.ts";
import { mostSecondsOf, secondsOf } from "./seconds-of.ts";
import type { Transcript } from "./speech.ts";

/** A day of sentences. */
const MAX_SEGMENTS = 20_000;

/** Writes down what is said in a recording. The text is empty if nobody speaks. */
export async function transcribe(caller: Caller, order: z.output<typeof transcription>) {
  const audio = readAudio(order.audioBase64, order.mimeType);
  if (isRefusal(audio)) return audio;
  // A provider may take a minute, and an isolate has no room to hold several people's recordings three
  // times.
  order.audioBase64 = "";
  const found = await needSpeech(caller);
  if (isRefusal(found)) return found;
  const { speech } = found;
  const { audioTypes: hears = [audio.type] } = speech;
  if (!hears.includes(audio.type)) return unsupported(hears);
  const named = languageIn(order.language);
  const transcript = await meterSpeech(caller, found, {
    model: "stt",
    unit: "second",
    most: mostSecondsOf(audio),
    run: async (metered) => {
      const value = await metered.transcribe(audio.bytes, audio.type, named);
      if (value === undefined) return undefined;
      // A provider that heard nobody may say that this took no time, but it is paid all the same.
      const unitsIn = Math.ceil((value.durationMs ?? 0) / 1_000) || secondsOf(audio);
      return { value, used: { unitsIn, unitsOut: 0 } };
    },
  });
  if (isRefusal(transcript)) return transcript;
  const { text, durationMs } = transcript;
  return {
    text,
    ...languageOf(transcript, named),
    ...given({ durationMs }),
    segments: segmentsOf(transcript),
    provider: speech.provider,
  };
}

/** The language, and how sure the provider is of it if it was the one to detect it. */
function languageOf({ text, language, languageConfidence }: Transcript, named: string | undefined) {
  if (named !== undefined) return { language: named };
  const found = languageIn(language ?? undefined);
  if (found === undefined) return { language: guessLanguage(text) };
  return { language: found, ...given({ languageConfidence }) };
}

/**
 * If the provider cuts nothing, or more than anybody could read, the whole recording is one segment.
 */
function segmentsOf({ text, confidence, durationMs = 0, segments = [] }: Transcript) {
  if (text === "") return [];
  const spokenSegments = segments
    .map((segment) => ({ ...segment, text: segment.text.trim() }))
    .filter((segment) => segment.text !== "");
  if (spokenSegments.length > 0 && spokenSegments.length <= MAX_SEGMENTS) return spokenSegments;
  const end = durationMs / 1_000;
  return [{ start: 0, end, text, ...given({ confidence }) }];
}
