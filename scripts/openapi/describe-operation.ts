import { saySize } from "../../src/http/index.ts";
import { needsNoBody, type Operation } from "../../src/http/contract/index.ts";
import { writeSecurity } from "./credentials.ts";
import type {
  JsonSchema,
  MediaType,
  OperationObject,
  Reference,
  ResponseObject,
} from "./document.ts";
import { conditionsOf, refersTo } from "./headers.ts";
import type { Plan } from "./plan-route.ts";
import { problemName, writeProblem } from "./problems.ts";
import { writeParameters } from "./read-parameters.ts";
import type { SharedSchemas } from "./shared-schemas.ts";

const JSON_TYPE = "application/json";
/** If an answer has this header for its trace, refusals have it too. */
const TRACE = "X-Trace-Id";
/** Refusals that come before a route reads what the trace is called. */
const UNTRACED: ReadonlySet<number> = new Set([401, 405]);

type HeadersOf = Readonly<Record<number, readonly string[]>>;

export function describeOperation(
  plan: Plan,
  shared: SharedSchemas,
  headers: HeadersOf,
): OperationObject {
  const { route, about, access, fields } = plan;
  const { operationId, summary, description, tags } = about;
  const conditions = conditionsOf(about.responses);
  const parameters = [...writeParameters(route, fields, shared), ...conditions];
  const body = bodyOf(plan, shared);
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags,
    security: writeSecurity(access),
    ...(access.callers === undefined ? {} : { "x-callers": [...access.callers] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { ...boundOf(plan), required: mustBeSent(plan), content: body } }),
    responses: describeAnswers(plan, shared, headers),
  };
}

function mustBeSent({ route }: Plan): boolean {
  const { json } = route.inputs;
  return json === undefined || !needsNoBody(json);
}

function boundOf({ route: { maxBytes } }: Plan): { description?: string } {
  return maxBytes === undefined ? {} : { description: `At most ${saySize(maxBytes)}.` };
}

function bodyOf({ route, about }: Plan, shared: SharedSchemas): MediaTypes | undefined {
  const { json } = route.inputs;
  if (json !== undefined) {
    // `required` tells that the body may be left out; generated clients take a default of `{}` for a
    // whole body.
    const { default: _none, ...schema } = shared.of(json, "input");
    return { [JSON_TYPE]: { schema } };
  }
  return about.takes === undefined
    ? undefined
    : { [about.takes]: { schema: sayText(about.takes) } };
}

function describeAnswers(
  plan: Plan,
  shared: SharedSchemas,
  headers: HeadersOf,
): OperationObject["responses"] {
  const answers = new Map<number, ResponseObject | Reference>();
  const { responses } = plan.about;
  const names = responses[200]?.headers?.includes(TRACE) === true;
  const tracedAt = (status: number) => (names && !UNTRACED.has(status) ? [TRACE] : []);
  for (const status of plan.problems) {
    const traced = tracedAt(status);
    answers.set(
      status,
      traced.length === 0
        ? { $ref: `#/components/responses/${problemName(status)}` }
        : writeProblem(status, undefined, [...(headers[status] ?? []), ...traced]),
    );
  }
  for (const [text, answer] of Object.entries(responses)) {
    const status = Number(text);
    const common = [...(headers[status] ?? []), ...tagOf(responses, status)];
    if (status >= 400) common.push(...tracedAt(status));
    answers.set(status, describeAnswer(status, answer, shared, common));
  }
  const sorted = [...answers].sort(([a], [b]) => a - b);
  return Object.fromEntries(sorted.map(([status, answer]) => [String(status), answer]));
}

/** Adds ETag to an operation that may answer 304: the version is sent with the content. */
function tagOf(responses: Plan["about"]["responses"], status: number): string[] {
  return 304 in responses && (status === 200 || status === 304) ? ["ETag"] : [];
}

type Answer = Operation["responses"][number];
type MediaTypes = Record<string, MediaType>;

function describeAnswer(
  status: number,
  { description, schema, type, orType, headers = [] }: Answer,
  shared: SharedSchemas,
  common: readonly string[],
): ResponseObject {
  const all = [...common, ...headers];
  if (schema === undefined && type === undefined) {
    return status >= 400
      ? writeProblem(status, description, all)
      : { description, ...refersTo(all) };
  }
  const own = schema === undefined ? sayText(type) : shared.of(schema, "output");
  const other = orType === undefined ? {} : { [orType]: { schema: sayText(orType) } };
  const content: MediaTypes = { [type ?? JSON_TYPE]: { schema: own }, ...other };
  return { description, ...refersTo(all), content };
}

function sayText(type = ""): JsonSchema {
  return type.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" };
}
