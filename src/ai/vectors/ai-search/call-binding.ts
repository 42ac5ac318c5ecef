import * as z from "zod";
import { failureOf } from "../../../http/index.ts";
import { callProvider, type Outside } from "../../providers/call-provider.ts";
import { readAnswer } from "../../providers/read-answer.ts";
import { bound } from "../../providers/run-workers-ai.ts";

/** A refusal: it is not tried again, and no breaker counts it. */
const SAID_NO = 422;

/** What the service says of what it was asked for, and not of how it is itself. */
const SAYINGS = [
  "ai_search_not_found",
  "ai_search_with_this_name_already_exist",
  "item_not_found",
  "item_key_already_exist",
  "max_instances_reached",
  "ai_search_is_paused",
] as const;

/** A good answer, or one of the sayings. Neither if the service failed. */
export interface Answered<T> {
  value?: T;
  said?: (typeof SAYINGS)[number];
}

export interface Via {
  outside: Outside;
  /** The name of the provider, and of its breaker. */
  name: string;
  signal?: AbortSignal | undefined;
}

/** Calls the binding under the same time limit, repeats and breaker as a call over HTTP. */
export async function callBinding<T extends z.ZodType>(
  { outside, name, signal }: Via,
  work: () => Promise<unknown>,
  form: T,
): Promise<Answered<z.output<T>>> {
  let said: Answered<T>["said"];
  const run = async () => {
    try {
      return Response.json(await work());
    } catch (error) {
      // Every error has the saying in its text; its class says less.
      const text = failureOf(error);
      said = SAYINGS.find((one) => text.includes(one));
      if (said === undefined) throw error;
      return new Response(null, { status: SAID_NO });
    }
  };
  const order = { provider: name, signal, url: "", init: {}, readLater: true };
  const answer = await callProvider({ ...outside, fetch: bound(run) }, order);
  if (answer === undefined) return said === undefined ? {} : { said };
  const value = await readAnswer(answer, outside, { provider: name, signal, form });
  return value === undefined ? {} : { value };
}

/** As `callBinding`, for what need only be done: its answer, such as a handle, is not read. */
export async function tellBinding(via: Via, work: () => Promise<unknown>): Promise<Answered<true>> {
  const told = async () => {
    await work();
    return true;
  };
  return callBinding(via, told, z.literal(true));
}

/** Whether it is gone, or never was there. */
export function isMissing({ said }: Answered<unknown>): boolean {
  return said === "item_not_found" || said === "ai_search_not_found";
}
