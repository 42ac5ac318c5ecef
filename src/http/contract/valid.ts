import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod";
import { hasNoBody, readJsonBody, type BodyLimits } from "../body.ts";
import { Problem } from "../problem.ts";
import { refuse, type Detail } from "../refusal.ts";
import { nearestIssues, type Issue } from "./nearest-issues.ts";
import { reads, type Target } from "./operation.ts";
import { queryOf } from "./query-of.ts";
import { quickReader, UNFIT, type Reader } from "./quick-reader.ts";
import { MISSING, sayIssue } from "./say-issue.ts";

z.config({ localeError: sayIssue });

const MAX_DETAILS = 20;

interface InputLimits extends BodyLimits {
  /** For routes that check the caller themselves: is called before a bad body is refused. */
  callerFirst?: (c: Context) => Promise<void>;
}

type Validated<T extends Target, S extends z.ZodType> = MiddlewareHandler<
  { Bindings: Cloudflare.Env },
  string,
  { in: { [K in T]: z.input<S> }; out: { [K in T]: z.output<S> } }
>;

/** Checks one part of the request against its schema and notes the schema for the description. */
export function valid<T extends Target, S extends z.ZodType>(
  target: T,
  schema: S,
  limits: InputLimits = {},
): Validated<T, S> {
  return reads(target, schema, check(target, schema, limits), limits) as Validated<T, S>;
}

function check(target: Target, schema: z.ZodType, limits: InputLimits): MiddlewareHandler {
  if (target === "json") return validBody(schema, limits);
  if (target === "query") return validQuery(schema);
  if (target === "param") return validParams(schema);
  if (schema instanceof z.ZodObject) return validHeaders(schema);
  throw new Error("headers are checked by an object with their names");
}

/** Reads only the headers of the schema: an object of all headers costs some 20 us. */
function validHeaders(schema: z.ZodObject): MiddlewareHandler {
  const names = Object.keys(schema.shape);
  return (c, next) => {
    const given: Record<string, string> = {};
    for (const name of names) {
      const value = c.req.raw.headers.get(name);
      if (value !== null) given[name] = value;
    }
    c.req.addValidatedData("header", readPart("header", schema, given));
    return next();
  };
}

function validParams(schema: z.ZodType): MiddlewareHandler {
  return (c, next) => {
    c.req.addValidatedData("param", readPart("param", schema, c.req.param()) as object);
    return next();
  };
}

function validQuery(schema: z.ZodType): MiddlewareHandler {
  return (c, next) => {
    c.req.addValidatedData("query", readQuery(c, schema) as object);
    return next();
  };
}

/** The query as the schema has it; 400 where it does not fit. */
export function readQuery<S extends z.ZodType>(c: Context, schema: S): z.output<S> {
  const given = queryOf(c.req.url) ?? unwrapSingles(c.req.queries());
  const quick = readerOf(schema)?.(given) ?? UNFIT;
  if (quick !== UNFIT) return quick as z.output<S>;
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) =>
    isRepeated(given, issue) ? { path: issue.path, message: "was given more than once" } : issue,
  );
  throw invalidInput("query", { issues });
}

/** Whether one value was wanted and several came. */
function isRepeated(given: Record<string, unknown>, { path, code }: z.core.$ZodIssue): boolean {
  const [name = "", ...more] = path;
  const isOneWanted = code === "invalid_type" || code === "invalid_value";
  return isOneWanted && more.length === 0 && Array.isArray(given[String(name)]);
}

/** A parameter that was given once becomes its value instead of a list. */
function unwrapSingles(all: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(all).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? "") : values,
    ]),
  );
}

/** Made by the first request for each, to keep the start of the Worker short. */
const readers = new WeakMap<z.ZodType, Reader | null>();

function readerOf(schema: z.ZodType): Reader | null {
  const known = readers.get(schema);
  if (known !== undefined) return known;
  const made = quickReader(schema) ?? null;
  readers.set(schema, made);
  return made;
}

function readPart<S extends z.ZodType>(target: Target, schema: S, given: unknown): z.output<S> {
  const quick = readerOf(schema)?.(given) ?? UNFIT;
  if (quick !== UNFIT) return quick as z.output<S>;
  const result = schema.safeParse(given);
  if (!result.success) throw invalidInput(target, result.error);
  return result.data;
}

/** Whether the body may be left out: a schema that takes `undefined` says so. */
export function needsNoBody(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success;
}

function validBody(schema: z.ZodType, limits: InputLimits) {
  let mayBeAbsent: boolean | undefined;
  const handler: MiddlewareHandler = async (c, next) => {
    try {
      mayBeAbsent ??= needsNoBody(schema);
      const given = mayBeAbsent && hasNoBody(c) ? undefined : await readJsonBody(c, limits);
      c.get("call").onBody?.(given);
      const body = readPart("json", schema, given);
      c.req.addValidatedData("json", body as object);
    } catch (error) {
      if (error instanceof Problem) await limits.callerFirst?.(c);
      throw error;
    }
    return next();
  };
  return handler;
}

export function invalidInput(target: Target, error: { issues: Issue[] }): Problem {
  const details: Detail[] = [];
  for (const { path: steps, message } of error.issues.flatMap(nearestIssues)) {
    const path = steps.map(String).join(".");
    const isNew = details.every((detail) => detail.path !== path);
    if (isNew && details.length < MAX_DETAILS) details.push({ path, message });
  }
  const first = details[0];
  const where = first?.path ? `"${first.path}"` : WHERE[target];
  const wrong = first?.message ?? "it does not fit the contract";
  const message = `${where} ${wrong.startsWith(MISSING) ? "" : "is invalid: "}${wrong}.`;
  return new Problem(refuse(400, "invalid_request", message, { details }));
}

const WHERE: Record<Target, string> = {
  json: "The body",
  query: "The query",
  param: "The path",
  header: "A header",
};
