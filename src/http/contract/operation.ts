import type { Handler, MiddlewareHandler } from "hono";
import type * as z from "zod";
import { DEFAULT_BODY_BYTES, type BodyLimits } from "../body.ts";

export type Target = "json" | "query" | "param" | "header";

export interface InputNote {
  kind: "input";
  target: Target;
  schema: z.ZodType;
  /** The largest body. */
  maxBytes: number;
}

export interface Answer {
  description: string;
  schema?: z.ZodType;
  /** The media type of an answer that is not JSON. */
  type?: string;
  /** A media type that `Accept` may ask for instead of JSON. */
  orType?: string;
  /** Headers that this answer may have, besides those that every answer of its status has. */
  headers?: readonly string[];
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  /** The media type of a body that is no JSON. */
  takes?: string;
  responses: Record<number, Answer>;
}

/** What is said of an operation, in a file that only the API description reads. */
export type About = Omit<Operation, "operationId">;

/** By the id of the operation. */
export type Abouts = Readonly<Record<string, About>>;

/** A route needs only the name; the rest may stand in an `Abouts`. */
type NamedOperation = Pick<Operation, "operationId"> & Partial<About>;

interface OperationNote extends NamedOperation {
  kind: "operation";
}

const notes = new WeakMap<object, InputNote | OperationNote>();

/** What a handler has noted for the API description. */
export function noteOf(handler: object): InputNote | OperationNote | undefined {
  return notes.get(handler);
}

/** Whether a handler only describes its route and does nothing for a request. */
export function isDescription(handler: object): boolean {
  return notes.get(handler)?.kind === "operation";
}

/** Names an operation. It comes first in a route; `SegmentRouter` leaves it out of requests. */
export function operation(about: NamedOperation): MiddlewareHandler {
  const handler: MiddlewareHandler = (_c, next) => next();
  notes.set(handler, { kind: "operation", ...about });
  return handler;
}

/** Notes what a handler reads, for the API description. */
export function reads<H extends Handler>(
  target: Target,
  schema: z.ZodType,
  handler: H,
  { maxBytes = DEFAULT_BODY_BYTES }: BodyLimits = {},
): H {
  notes.set(handler, { kind: "input", target, schema, maxBytes });
  return handler;
}
