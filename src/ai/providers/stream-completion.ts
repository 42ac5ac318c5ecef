import * as z from "zod";
import { discardBody, once } from "../../platform/index.ts";
import { noteFailure, noteSuccess } from "./breaker.ts";
import { isCutOff, type Outside } from "./call-provider.ts";
import {
  askFor,
  isCut,
  MOST_CHARACTERS,
  nameOf,
  response,
  usage,
  words,
  type ModelCall,
} from "./complete.ts";
import { readEvents } from "./read-events.ts";
import { type Usage, usageIn } from "./read-usage.ts";
import type { ModelSettings } from "./service-providers.ts";

/** The longest wait between two parts of an answer. */
const IDLE_MS = 20_000;
const LAST = "[DONE]";

const part = once(() =>
  z.object({
    model: z.string().nullish(),
    choices: z
      .array(
        z.object({
          delta: z.object({ content: words().nullish() }).nullish(),
          finish_reason: z.string().nullish(),
        }),
      )
      .nullish(),
    /** The form of Workers AI. */
    response: response().nullish(),
    usage: usage(),
  }),
);

/** The text of an answer, bit by bit. Throws if it breaks off before its end. */
export type CompletionParts = AsyncGenerator<string, StreamEnd>;

export interface StreamEnd {
  model: string;
  usage: Usage | undefined;
  /** Whether the model had more to say when it reached its limit. */
  isCut: boolean;
}

/** Asks for an answer bit by bit. Undefined if the server did not begin one. */
export async function streamCompletion(
  env: Cloudflare.Env,
  outside: Outside,
  settings: ModelSettings,
  call: ModelCall,
): Promise<CompletionParts | undefined> {
  const answer = await askFor(env, outside, settings, call, true);
  if (answer === undefined) return undefined;
  const type = answer.headers.get("content-type");
  // The binding's stream has no content type.
  const isStream = type === null || /^text\/event-stream/i.test(type);
  if (answer.body === null || !isStream) {
    await discardBody(answer);
    noteFailure(settings.name, outside.now());
    return undefined;
  }
  return readParts(answer.body, answer.status, outside, settings, call);
}

/**
 * Reads one event. It has no text if it is no part of an answer, but it may still tell what the answer
 * used.
 */
function readPart(data: string) {
  const { model, usage: counted, choices, response: ownText } = part().parse(JSON.parse(data));
  const choice = choices?.[0];
  const isPart = choices !== undefined || ownText !== undefined;
  const text = isPart ? (choice?.delta?.content ?? ownText ?? "") : undefined;
  return { text, model, usage: usageIn(counted), finish: choice?.finish_reason };
}

async function* readParts(
  body: ReadableStream<Uint8Array>,
  status: number,
  outside: Outside,
  { name }: ModelSettings,
  call: ModelCall,
): CompletionParts {
  const end: StreamEnd = { model: call.model, usage: undefined, isCut: false };
  let reason: string | undefined;
  let left = MOST_CHARACTERS;
  let ended = false;
  try {
    for await (const data of readEvents(body, IDLE_MS, call.signal)) {
      if (data === LAST) {
        ended = true;
        break;
      }
      const { text, model, usage: counted, finish } = readPart(data);
      end.model = nameOf(model, end);
      end.usage = counted ?? end.usage;
      if (text === undefined) throw new Error("no part");
      if (text !== "") yield text.slice(0, left);
      left -= text.length;
      // Some servers close after a reason without sending the last line. Some send an empty reason
      // while they go on.
      reason = left < 0 ? "length" : finish || reason;
      ended ||= reason !== undefined;
      if (left < 0) break;
    }
    if (!ended) throw new Error("it broke off");
  } catch (error) {
    const isGone = call.signal?.aborted === true;
    if (!isGone && !ended) {
      noteFailure(name, outside.now());
      outside.note?.({ status, givenUp: isCutOff(error) });
    }
    // An answer that said why it stopped is whole, whatever happened to its stream afterwards.
    if (isGone || !ended) throw error;
  }
  noteSuccess(name);
  end.isCut = isCut(reason, end.usage, call);
  return end;
}
