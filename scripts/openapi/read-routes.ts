import type { Hono } from "hono";
import type * as z from "zod";
import { noteOf, type About, type Operation } from "../../src/http/contract/index.ts";

type Target = "json" | "query" | "param" | "header";

// The generator serves applications of any bindings.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyApp = Hono<any, any, any>;

export interface Route {
  method: string;
  /** The path as Hono has it, `/agents/:id`. */
  path: string;
  /** The id, and what is said beside it. */
  about?: Pick<Operation, "operationId"> & Partial<About>;
  inputs: Partial<Record<Target, z.ZodType>>;
  /** The most bytes of a JSON body. */
  maxBytes?: number;
}

type Handler = object & Record<string, unknown>;

/**
 * The property in which Hono keeps a handler that it wrapped, because its sub-application has an
 * `onError`.
 */
const WRAPPED = "__COMPOSED_HANDLER";

/** Reads the routes of an application, each with what its handlers noted; middleware is left out. */
export function readRoutes(app: AnyApp): Route[] {
  const routes = new Map<string, Route>();
  for (const { method, path, handler } of app.routes) {
    if (method === "ALL") continue;
    const key = `${method} ${path}`;
    const route = routes.get(key) ?? { method, path, inputs: {} };
    routes.set(key, route);
    takeNote(route, unwrap(handler as unknown as Handler));
  }
  return [...routes.values()];
}

function takeNote(route: Route, handler: Handler): void {
  const note = noteOf(handler);
  if (note === undefined) return;
  if (note.kind === "operation") {
    route.about = note;
    return;
  }
  route.inputs[note.target] = note.schema;
  if (note.target === "json") route.maxBytes = note.maxBytes;
}

function unwrap(handler: Handler): Handler {
  const inner = handler[WRAPPED];
  return inner === undefined ? handler : unwrap(inner as Handler);
}

/** Only at the start of a segment: the colon of `documents:batch` is part of a name. */
const PARAMETER = /(?<=\/):(\w+)(?:\{((?:[^{}]|\{[^{}]*\})*)\})?/g;

export interface PathParameter {
  name: string;
  pattern?: string;
}

/** Writes `/a/:id{[0-9]+}` as OpenAPI has it, `/a/{id}`, with the parameters in their order. */
export function readPath(path: string): { template: string; parameters: PathParameter[] } {
  const parameters: PathParameter[] = [];
  const template = path.replace(PARAMETER, (_whole, name: string, pattern?: string) => {
    parameters.push(pattern === undefined ? { name } : { name, pattern: `^${pattern}$` });
    return `{${name}}`;
  });
  return { template, parameters };
}
