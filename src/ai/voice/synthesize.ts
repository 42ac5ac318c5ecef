import type * as z from "zod";
import { isRefusal, refuseField } from "../../http/index.ts";
import type { Caller } from "../caller.ts";
import { guessLanguage } from "../text/guess-language.ts";
import { chooseVoice } from "./choose-voice.ts";
import { languageIn } from "./language-in.ts";
import { meterSpeech } from "./meter-speech.ts";
import { needSpeech } from "./need-speech.ts";
import { keepAudio, recallAudio } from "./keep-audio.ts";
import type { synthesis } from "./schemas.ts";
import { plainSpeech, speak } from "./speak.ts";

/** Speaks a text in a voice that fits its language. */
export async function synthesize(caller: Caller, order: z.output<typeof synthesis>) {
  const text = plainSpeech(order.text);
  if (text === "") {
    return refuseField("text", "holds nothing to speak");
  }
  const found = await needSpeech(caller);
  if (isRefusal(found)) return found;
  const { speech } = found;
  const language = languageIn(order.language) ?? guessLanguage(text);
  const voice = chooseVoice(speech, order.voiceName, language);
  if (isRefusal(voice)) return voice;
  const characters = Array.from(text).length;
  const answer = { voice, characters, provider: speech.provider };
  const spokenText = { provider: found.provider.name, voice: voice.name, language, text };
  const kept = await recallAudio(caller.tenantId, spokenText);
  if (kept !== undefined) return { ...answer, audio: kept, cached: true };
  const audio = await meterSpeech(caller, found, {
    model: "tts",
    unit: "character",
    most: characters,
    run: async (metered) => {
      const value = await speak(metered, text, voice);
      return value && { value, used: { unitsIn: characters, unitsOut: 0 } };
    },
  });
  if (isRefusal(audio)) return audio;
  caller.outlive(keepAudio(caller.tenantId, spokenText, audio));
  return { ...answer, audio, cached: false };
}
