import * as z from "zod";
import type { Abouts, Operation } from "../../src/http/contract/index.ts";
import type { Api } from "./api.ts";
import type { Access } from "./credentials.ts";
import { readFields, type Field } from "./read-parameters.ts";
import { readPath, type Route } from "./read-routes.ts";
import type { Use } from "./shared-schemas.ts";

/** All that is known of a route before its schemas are written. */
export interface Plan {
  route: Route;
  about: Operation;
  access: Access;
  fields: Field[];
  /** Statuses that get the shared answer; those with words of their own are in `about`. */
  problems: number[];
}

export function planRoute(
  route: Route,
  api: Pick<Api, "accessOf" | "everywhere" | "operations">,
): Plan {
  const where = `${route.method} ${route.path}`;
  const about = aboutOf(route, where, api.operations);
  const access = api.accessOf(route.method, route.path);
  if (access === undefined) throw new Error(`${where} stands in no access table.`);
  const fields = readFields(route);
  const byRule = [...problemsOf(route, fields, access), ...api.everywhere];
  const problems = [...new Set(byRule)].filter((status) => !(status in about.responses));
  return { route, about, access, fields, problems };
}

function aboutOf({ about }: Route, where: string, said: Abouts = {}): Operation {
  if (about === undefined) throw new Error(`${where} has no operation().`);
  const { operationId } = about;
  const { summary, tags, responses, ...more } = { ...said[operationId], ...about };
  if (summary === undefined || tags === undefined || responses === undefined)
    throw new Error(`${where}: nothing describes "${operationId}".`);
  return { ...more, operationId, summary, tags, responses };
}

/** Returns the statuses that follow from what a route takes, so that no route must list them. */
function problemsOf({ path, inputs }: Route, fields: Field[], access: Access): number[] {
  const problems = [405, 500, 503];
  if (inputs.json !== undefined || !fields.every(takesAnything)) problems.push(400);
  if (access.credentials.length > 0) problems.push(401, 403);
  // Refused service keys are counted before any route; beyond a limit the answer is 429.
  if (access.credentials.some(({ schemes }) => schemes.includes("serviceKey"))) problems.push(429);
  if (readPath(path).parameters.length > 0) problems.push(404);
  if (inputs.json !== undefined) problems.push(408, 413, 415);
  return problems;
}

/** A part of the path that may be any text is never malformed: it names nothing, which is 404. */
function takesAnything({ in: place, schema }: Field): boolean {
  return place === "path" && schema instanceof z.ZodString && schema.def.checks === undefined;
}

/** Returns every schema of the route, with the side on which it is used. */
export function usesOf({ route, about, fields }: Plan): Use[] {
  const where = `${route.method} ${route.path}`;
  const uses: Use[] = fields.map(({ schema, side }) => ({ schema, side, where }));
  if (route.inputs.json !== undefined)
    uses.push({ schema: route.inputs.json, side: "input", where });
  for (const { schema } of Object.values(about.responses)) {
    if (schema !== undefined) uses.push({ schema, side: "output", where });
  }
  return uses;
}
