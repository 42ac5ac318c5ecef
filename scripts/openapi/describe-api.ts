import type { Api } from "./api.ts";
import { SECURITY_SCHEMES } from "./credentials.ts";
import { describeOperation } from "./describe-operation.ts";
import type { ApiDocument, SecurityScheme, Tag } from "./document.ts";
import { HEADERS } from "./headers.ts";
import { PROBLEM_SCHEMAS, problemName, writeProblem } from "./problems.ts";
import { planRoute, usesOf, type Plan } from "./plan-route.ts";
import { readPath, readRoutes, type Route } from "./read-routes.ts";
import { shareSchemas, type SharedSchemas } from "./shared-schemas.ts";

/** Writes the OpenAPI document of an API; throws if a route does not say enough of itself. */
export function describeApi(api: Api): ApiDocument {
  const plans = readRoutes(api.app).map((route) => planRoute(route, api));
  const shared = shareSchemas(plans.flatMap(usesOf));
  const paths: ApiDocument["paths"] = {};
  for (const plan of plans) {
    const { template } = readPath(plan.route.path);
    paths[template] = {
      ...paths[template],
      [plan.route.method.toLowerCase()]: describeOperation(plan, shared, api.headers),
    };
  }
  refuseDoubles(plans);
  refuseIdle(api, plans);
  return {
    openapi: "3.1.0",
    info: { title: api.title, version: api.version, description: api.description },
    servers: [api.server],
    tags: usedTags(api.tags, plans),
    paths,
    ...(api.webhooks === undefined ? {} : { webhooks: api.webhooks }),
    components: componentsOf(api, plans, paths, shared),
  };
}

function refuseDoubles(plans: Plan[]): void {
  const seen = new Map<string, Route>();
  for (const { route, about } of plans) {
    const other = seen.get(about.operationId);
    if (other !== undefined) {
      const both = `${other.method} ${other.path} and ${route.method} ${route.path}`;
      throw new Error(`${both} are both called "${about.operationId}".`);
    }
    seen.set(about.operationId, route);
  }
}

/** A description that no route goes by would never be missed. */
function refuseIdle({ operations = {} }: Api, plans: Plan[]): void {
  const routed = new Set(plans.map(({ about }) => about.operationId));
  const idle = Object.keys(operations).filter((id) => !routed.has(id));
  if (idle.length > 0) throw new Error(`No route has these operations: ${idle.join(", ")}.`);
}

function usedTags(tags: Tag[], plans: Plan[]): Tag[] {
  const used = new Set(plans.flatMap(({ about }) => about.tags));
  const described = new Set(tags.map(({ name }) => name));
  const missing = [...used].filter((name) => !described.has(name));
  if (missing.length > 0) throw new Error(`These tags have no description: ${missing.join(", ")}.`);
  return tags.filter(({ name }) => used.has(name));
}

function componentsOf(
  api: Api,
  plans: Plan[],
  paths: ApiDocument["paths"],
  shared: SharedSchemas,
): ApiDocument["components"] {
  const statuses = [...new Set(plans.flatMap(({ problems }) => problems))].sort((a, b) => a - b);
  const responses = Object.fromEntries(
    statuses.map((status) => [
      problemName(status),
      writeProblem(status, undefined, api.headers[status]),
    ]),
  );
  const written = JSON.stringify([paths, responses]);
  const isUsed = (kind: string, name: string) => written.includes(`"#/components/${kind}/${name}"`);
  const problem = isUsed("schemas", "Problem") ? { Problem: PROBLEM_SCHEMAS[api.errors] } : {};
  return {
    schemas: { ...problem, ...shared.components },
    responses,
    headers: pick(HEADERS, (name) => isUsed("headers", name)),
    securitySchemes: usedSchemes(plans),
  };
}

function usedSchemes(plans: Plan[]): Record<string, SecurityScheme> {
  const used = plans.flatMap(({ access }) => access.credentials.flatMap(({ schemes }) => schemes));
  const names: ReadonlySet<string> = new Set(used);
  return pick(SECURITY_SCHEMES, (name) => names.has(name));
}

function pick<T>(record: Record<string, T>, wanted: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => wanted(name)));
}
