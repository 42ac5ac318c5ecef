import { refuse, type Refusal } from "../../http/index.ts";
import type { Caller } from "../caller.ts";
import { findSpeech, type SpeechProvider } from "./find-speech.ts";

/** Somebody has to configure it first, so trying again soon is of no use. */
const UNCONFIGURED_SECONDS = 3_600;

/** The tenant's provider of speech, or a refusal if there is none. */
export async function needSpeech(caller: Caller): Promise<SpeechProvider | Refusal> {
  return (await findSpeech(caller)) ?? notConfigured("No speech provider is configured.");
}

export function notConfigured(message: string): Refusal {
  return refuse(503, "voice_not_configured", message, { retryAfterSeconds: UNCONFIGURED_SECONDS });
}
