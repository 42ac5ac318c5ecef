import type { Operation } from "../../src/http/index.ts";
import { writeSecurity } from "./credentials.ts";
import type { MediaType, OperationObject, Reference, ResponseObject } from "./document.ts";
import type { Plan } from "./plan-route.ts";
import { problemName, writeProblem } from "./problems.ts";
import { writeParameters } from "./read-parameters.ts";
import type { SharedSchemas } from "./shared-schemas.ts";

const JSON_TYPE = "application/json";

export function describeOperation(plan: Plan, shared: SharedSchemas): OperationObject {
  const { route, about, access, fields } = plan;
  const { operationId, summary, description, tags } = about;
  const described: OperationObject = {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags,
    security: writeSecurity(access),
    ...(access.callers === undefined ? {} : { "x-callers": [...access.callers] }),
    responses: describeAnswers(plan, shared),
  };
  const parameters = writeParameters(route, fields, shared);
  if (parameters.length > 0) described.parameters = parameters;
  const body = route.inputs.json;
  if (body !== undefined) {
    const content = { [JSON_TYPE]: { schema: shared.of(body, "input") } };
    described.requestBody = { required: true, content };
  }
  return described;
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
  const { description, schema, type } = answer;
  if (schema === undefined && type === undefined) {
    return status >= 400 ? writeProblem(status, description) : { description };
  }
  const media: MediaType = schema === undefined ? {} : { schema: shared.of(schema, "output") };
  return { description, content: { [type ?? JSON_TYPE]: media } };
}
