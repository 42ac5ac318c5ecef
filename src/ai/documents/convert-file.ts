import * as z from "zod";
import { isRefusal, refuseNotNow, type Refusal } from "../../http/index.ts";
import { holdRoom, once } from "../../platform/index.ts";
import type { Caller } from "../caller.ts";
import { callProvider, type Order, type Outside } from "../providers/call-provider.ts";
import { guessTokens } from "../providers/count-tokens.ts";
import { readAnswer } from "../providers/read-answer.ts";
import { bound } from "../providers/run-workers-ai.ts";
import { meter } from "../usage/meter.ts";
import { overLimit } from "../usage/over-limit.ts";
import { priceFor } from "../usage/prices.ts";
import type { Converter } from "./find-converter.ts";
import { conversionRefused, conversionUnavailable } from "./refuse-conversion.ts";
import { MAX_LONG_TEXT } from "./limits.ts";
import { tooLong } from "./too-long.ts";

/** The name of the model in the ledger and the price table. */
const MODEL = "to-markdown";
const UNIT = "token" as const;
/** Beside the file itself, the binding holds it as Base64 and as JSON. */
const TIMES_HELD = 3;
/** The longest text, with each character as an escape of JSON. */
const MOST_BYTES = 6 * MAX_LONG_TEXT + 64 * 1024;
/**
 * Pictures are left out because models would describe them, at a cost; a PDF's metadata because no
 * reader sees it.
 */
const conversionOptions = {
  pdf: { metadata: false, images: { convert: false } },
  docx: { images: { convert: false } },
};

const form = once(() =>
  z.object({
    format: z.literal("markdown"),
    data: z.string().transform((text) => text.toWellFormed()),
    tokens: z.int().min(0).max(MAX_LONG_TEXT).optional().catch(undefined),
  }),
);

export interface SentFile {
  /** The name that is sent, which does not come from the sender. */
  name: string;
  blob: Blob;
}

/** Converts a file to Markdown within the tenant's limits, and records the call. */
export async function convertFile(
  caller: Caller,
  { ai, provider }: Converter,
  file: SentFile,
  { signal, letSentGo }: { signal: AbortSignal | undefined; letSentGo: () => void },
): Promise<string | Refusal> {
  const { env, platform } = caller;
  const { name } = provider;
  const price = await priceFor(env, provider, MODEL, UNIT, platform.now());
  // Without a price it is free, so nothing has to be reserved.
  const mostOut = price === undefined ? 0 : MAX_LONG_TEXT;
  const wanted = { provider: name, model: MODEL, unit: UNIT, mostIn: 0, mostOut, price };
  // Not the breaker of its answers to questions or of its speech.
  const call = { provider: `${name} (documents)`, signal };
  // In one step with the room that the file takes from now on, so that it is never counted twice.
  letSentGo();
  const letGo = holdRoom(TIMES_HELD * file.blob.size, platform.now(), caller.tenantId);
  if (letGo === undefined) return refuseNotNow();
  const begun: Promise<unknown>[] = [];
  try {
    const paid = await meter<string | Refusal>(caller, wanted, async (outside) => {
      const made = await ask(outside, call, () => {
        const going = ai.toMarkdown(file, { conversionOptions });
        begun.push(going);
        return going;
      });
      if (made === undefined || isRefusal(made)) return made && { value: made, used: undefined };
      const { data, tokens = guessTokens([data]) } = made;
      return { value: data, used: { unitsIn: 0, unitsOut: tokens } };
    });
    if (paid !== undefined && !("stopped" in paid)) return paid.value;
    if (paid === undefined || paid.stopped === "price_unknown") return conversionUnavailable();
    return overLimit(paid.stopped, platform.now());
  } finally {
    // A conversion cannot be cancelled, so it keeps its room until it ends, even if nobody waits for
    // it.
    void Promise.allSettled(begun).then(() => letGo());
  }
}

async function ask(
  outside: Outside,
  call: Pick<Order, "provider" | "signal">,
  convert: () => Promise<unknown>,
) {
  let refusal: Refusal | undefined;
  const work = async () => {
    const said = await convert();
    refusal = refusalIn(said);
    return refusal === undefined ? said : new Response(null, { status: refusal.status });
  };
  const order = { ...call, url: "", init: {}, readLater: true };
  const answer = await callProvider({ ...outside, fetch: bound(work) }, order);
  if (answer === undefined) return refusal;
  return readAnswer(answer, outside, { ...call, form: form(), most: MOST_BYTES });
}

/** A refusal because of the file itself, which is no failure of the provider. */
function refusalIn(said: unknown): Refusal | undefined {
  const { format, data } = (said ?? {}) as { format?: unknown; data?: unknown };
  if (format === "error") return conversionRefused();
  const isTooLong = typeof data === "string" && data.length > MAX_LONG_TEXT;
  return isTooLong ? tooLong(MAX_LONG_TEXT) : undefined;
}
