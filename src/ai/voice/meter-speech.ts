import { refuse, type Refusal } from "../../http/index.ts";
import type { Caller } from "../caller.ts";
import { REFUSALS, type Outside, type Tried } from "../providers/call-provider.ts";
import { meter, type Measured } from "../usage/meter.ts";
import type { Unit } from "../usage/outcome.ts";
import { overLimit } from "../usage/over-limit.ts";
import { priceFor } from "../usage/prices.ts";
import type { SpeechProvider } from "./find-speech.ts";
import type { Speech } from "./speech.ts";

const BUSY_SECONDS = 30;
/** Somebody has to set a price first, so trying again soon is of no use. */
const UNPRICED_SECONDS = 3_600;

interface Work<T> {
  /** The model's name in the price table: `tts`, `stt` or `token`. */
  model: string;
  unit: Unit;
  most: number;
  /** Does the work. `note` is told of a try that goes on beyond one run. */
  run: (speech: Speech, note: NonNullable<Outside["note"]>) => Promise<Measured<T> | undefined>;
}

/** Does one piece of work with the tenant's provider of speech, within its limits, and records it. */
export async function meterSpeech<T>(
  caller: Caller,
  { provider, over }: SpeechProvider,
  { model, unit, most, run }: Work<T>,
): Promise<T | Refusal> {
  const { env, platform } = caller;
  const price = await priceFor(env, provider, model, unit, platform.now());
  const wanted = { provider: provider.name, model, unit, mostIn: most, mostOut: 0, price };
  let last: number | null = null;
  const paid = await meter(caller, wanted, (outside) => {
    const note = (tried: Tried) => {
      last = tried.status;
      outside.note?.(tried);
    };
    return run(over({ ...outside, note }), note);
  });
  if (paid === undefined) return most > 0 && REFUSALS.has(last) ? refused() : silent();
  if (!("stopped" in paid)) return paid.value;
  return paid.stopped === "price_unknown" ? unpriced() : overLimit(paid.stopped, platform.now());
}

/** The provider does not take what was sent, and a later try would not help. */
function refused(): Refusal {
  return refuse(422, "speech_refused", "The speech provider does not take this.");
}

export function silent(): Refusal {
  return refuse(503, "voice_unavailable", "The speech provider does not answer now.", {
    retryAfterSeconds: BUSY_SECONDS,
  });
}

function unpriced(): Refusal {
  const message = "The tenant has a budget, and this provider has no price.";
  return refuse(503, "price_unknown", message, { retryAfterSeconds: UNPRICED_SECONDS });
}
