import type { Operation } from "../../src/http/contract/index.ts";
import { writeSecurity } from "./credentials.ts";
import type {
  JsonSchema,
  MediaType,
  OperationObject,
  Reference,
  ResponseObject,
} from "./document.ts";
import type { Plan } from "./plan-route.ts";
import { problemName, writeProblem } from "./problems.ts";
import { writeParameters } from "./read-parameters.ts";
import type { SharedSchemas } from "./shared-schemas.ts";

const JSON_TYPE = "application/json";

export function describeOperation(plan: Plan, shared: SharedSchemas): OperationObject {
  const { route, about, access, fields } = plan;
  const { operationId, summary, description, tags } = about;
  const parameters = writeParameters(route, fields, shared);
  const body = route.inputs.json;
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags,
    security: writeSecurity(access),
    ...(access.callers === undefined ? {} : { "x-callers": [...access.callers] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: describeBody(shared.of(body, "input")) }),
    responses: describeAnswers(plan, shared),
  };
}

function describeBody(schema: JsonSchema) {
  return { required: true, content: { [JSON_TYPE]: { schema } } };
}

function describeAnswers(plan: Plan, shared: SharedSchemas): OperationObject["responses"] {
  const answers = new Map<number, ResponseObject | Reference>();
  for (const status of plan.problems) {
    answers.set(status, { $ref: `#/components/responses/${problemName(status)}` });
  }
  for (const [status, answer] of Object.entries(plan.about.responses)) {
    answers.set(Number(status), describeAnswer(Number(status), answer, shared));
  }
  const sorted = [...answers].sort(([a], [b]) => a - b);
  return Object.fromEntries(sorted.map(([status, answer]) => [String(status), answer]));
}

type Answer = Operation["responses"][number];

function describeAnswer(status: number, answer: Answer, shared: SharedSchemas): ResponseObject {
  const { description, schema, type, orType } = answer;
  if (schema === undefined && type === undefined) {
    return status >= 400 ? writeProblem(status, description) : { description };
  }
  const media: MediaType = schema === undefined ? {} : { schema: shared.of(schema, "output") };
  const other = orType === undefined ? {} : { [orType]: {} };
  return { description, content: { [type ?? JSON_TYPE]: media, ...other } };
}
