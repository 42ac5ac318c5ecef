import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { Failure } from "../dev/failure.ts";
import type { Instance } from "./read-instance.ts";
import { sayUnreachable } from "./say-unreachable.ts";

const SECOND_MS = 1_000;
const MAX_WAIT_SECONDS = 60;
const NO_CONTENT = 204;
const PASSING = new Set([429, 502, 503, 504]);

const problem = z.object({ message: z.string(), requestId: z.string().optional() });

interface Order {
  body?: unknown;
  /** More than one only for a request that may be carried out twice. */
  attempts?: number;
}

/** Calls the API and reads the answer by its schema. Failures that may pass are tried again. */
export async function ask<T>(
  instance: Instance,
  method: string,
  path: string,
  schema: z.ZodType<T>,
  { body, attempts = 1 }: Order = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(instance, method, path, body);
    const last = attempt >= attempts;
    if (answer instanceof Response) {
      if (answer.ok) return read(answer, schema, `${instance.address}${path}`);
      if (last || !PASSING.has(answer.status)) throw await refused(answer, method, path);
    } else if (last) {
      throw sayUnreachable(instance, answer.error);
    }
    await sleep(waitMs(answer, attempt));
  }
}

async function send(
  { address, token }: Instance,
  method: string,
  path: string,
  body: unknown,
): Promise<Response | { error: unknown }> {
  try {
    return await fetch(address + path, {
      method,
      redirect: "error",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    return { error };
  }
}

function waitMs(answer: Response | { error: unknown }, attempt: number): number {
  const asked = answer instanceof Response ? Number(answer.headers.get("retry-after")) : 0;
  return Math.min(asked > 0 ? asked : attempt, MAX_WAIT_SECONDS) * SECOND_MS;
}

/** Reads an answer by its schema, because a sign-in page in front of the instance answers 200 too. */
async function read<T>(answer: Response, schema: z.ZodType<T>, url: string): Promise<T> {
  try {
    return schema.parse(answer.status === NO_CONTENT ? null : await answer.json());
  } catch {
    throw new Failure(`${url} answered ${answer.status}, but not as Rampart does.`);
  }
}

async function refused(answer: Response, method: string, path: string): Promise<Failure> {
  const told = problem.safeParse(await answer.json().catch(() => null));
  const why = told.success ? `: ${told.data.message}` : "";
  const request = told.success && told.data.requestId ? ` (request ${told.data.requestId})` : "";
  return new Failure(`${method} ${path} answered ${answer.status}${why}${request}`);
}
