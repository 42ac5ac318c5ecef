import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "vitest";
import type { ApiDocument, JsonSchema, OperationObject } from "../../scripts/openapi/document.ts";
import { BODY_EXAMPLES, PARAMETER_EXAMPLES } from "../../scripts/openapi/examples.ts";
import { sampleValue } from "../../scripts/openapi/page/sample-value.ts";
import { FIELD_WORDS, PARAMETER_WORDS } from "../../scripts/openapi/words/index.ts";
import { EVENT_TYPES } from "../../src/webhooks/event-types.ts";

const NAMES = ["fleet", "threat-intel"];

function readDescription(name: string): ApiDocument {
  return JSON.parse(readFileSync(`public/openapi/${name}.json`, "utf8")) as ApiDocument;
}

function operationsOf({ paths }: ApiDocument): [string, OperationObject][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, OperationObject] => [
      `${method} ${path}`,
      operation,
    ]),
  );
}

describe("npm run openapi", () => {
  it("makes exactly the files that are committed", () => {
    const script = spawnSync(process.execPath, ["scripts/openapi.ts", "--check"], {
      encoding: "utf8",
    });
    expect(script.stderr).toBe("");
    expect(script.status).toBe(0);
  });
});

describe.each(NAMES)("the description %s.json", (name) => {
  const description = readDescription(name);
  const operations = operationsOf(description);

  it("is OpenAPI 3.1 with a version and a server", () => {
    expect(description.openapi).toBe("3.1.0");
    expect(description.info.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(description.servers).toHaveLength(1);
  });

  it("gives every operation an id, a summary, tags and security", () => {
    const lacking = operations.filter(
      ([, { operationId, summary, tags, security }]) =>
        operationId === "" || summary === "" || tags.length === 0 || !Array.isArray(security),
    );
    expect(lacking).toEqual([]);
  });

  it("gives every operation a success status and the error statuses of its kind", () => {
    const lacking = operations.flatMap(([where, operation]) =>
      expectedErrors(where, operation)
        .filter((status) => !(status in operation.responses))
        .map((status) => `${where} ${status}`),
    );
    expect(lacking).toEqual([]);
    const unsuccessful = operations.filter(
      ([, { responses }]) => !Object.keys(responses).some((status) => Number(status) < 400),
    );
    expect(unsuccessful).toEqual([]);
  });

  it("gives no request body a default, as `required` says whether it may be left out", () => {
    const given = operations.filter(([, { requestBody }]) =>
      Object.values(requestBody?.content ?? {}).some(({ schema }) => schema?.default !== undefined),
    );
    expect(given.map(([where]) => where)).toEqual([]);
  });

  it("has a valid example for every JSON body", () => {
    const unfit = operations.flatMap(([where, { requestBody }]) => {
      const { schema, example } = requestBody?.content["application/json"] ?? {};
      if (schema === undefined) return [];
      const sample = example ?? sampleValue(schema, description.components.schemas);
      const whole = { ...schema, components: description.components };
      const { valid, errors } = new Validator(whole as object, "2020-12").validate(sample);
      return valid ? [] : [{ where, sample, errors }];
    });
    expect(unfit).toEqual([]);
  });
});

describe("the texts in the descriptions", () => {
  const descriptions = NAMES.map(readDescription);
  const all = descriptions.flatMap(operationsOf);

  it("explain every parameter", () => {
    const silent = all.flatMap(([where, { parameters = [] }]) =>
      parameters
        .filter(({ description = "" }) => description === "")
        .map(({ name }) => [where, name]),
    );
    expect(silent).toEqual([]);
  });

  it("explain every field of the threat-intelligence API", () => {
    const { schemas } = readDescription("threat-intel").components;
    const silent = Object.entries(schemas).flatMap(([schema, { properties = {} }]) =>
      Object.keys(properties)
        .filter((field) => properties[field]?.description === undefined)
        .map((field) => `${schema}.${field}`),
    );
    expect(silent).toEqual([]);
  });

  it("explain every field that an agent sends or gets, and the eventId of an event", () => {
    const { schemas } = readDescription("fleet").components;
    const silentIn = (path: string, { properties = {} }: JsonSchema): string[] =>
      Object.entries(properties).flatMap(([name, field]) => [
        ...(field.description === undefined ? [`${path}.${name}`] : []),
        ...silentIn(`${path}.${name}`, field),
      ]);
    const named = Object.entries(schemas).filter(([name]) => OF_AGENTS.test(name));
    expect(named.length).toBeGreaterThan(9);
    expect(named.flatMap(([name, schema]) => silentIn(name, schema))).toEqual([]);
    expect(schemas["NormalizedEvent"]?.description).toContain("eventId");
  });

  it("are not the common ones for a total, statusCode or traceId with another meaning", () => {
    const { schemas } = readDescription("fleet").components;
    const said = (schema: JsonSchema | undefined, field: string) =>
      schema?.properties?.[field]?.description;
    const { ModelUsage, StoredAction, ContextSearchResponse, AiUsage, FleetSummary } = schemas;
    const inside = FleetSummary?.properties ?? {};
    const tenants = inside["tenants"]?.items;
    const counted = [ContextSearchResponse, AiUsage, inside["totals"], tenants as JsonSchema];
    const words = [...counted.map((one) => said(one, "total")), said(ModelUsage, "statusCode")];
    words.push(said(StoredAction, "traceId"));
    const common = ["total", "statusCode", "traceId"].map((name) => FIELD_WORDS[name]);
    expect(words.filter((text) => text === undefined || common.includes(text))).toEqual([]);
  });

  it("are all used, and so is every example", () => {
    const written = JSON.stringify(descriptions);
    const words = [...Object.values(FIELD_WORDS), ...Object.values(PARAMETER_WORDS)];
    const lost = words.filter((text) => !written.includes(`"description":${JSON.stringify(text)}`));
    expect(lost).toEqual([]);
    const examples = [...Object.values(BODY_EXAMPLES), ...Object.values(PARAMETER_EXAMPLES)];
    const gone = examples.filter((one) => !written.includes(`"example":${JSON.stringify(one)}`));
    expect(gone).toEqual([]);
  });
});

const OF_AGENTS =
  /^(AgentConfiguration|AgentSelf|AgentDeregistered|EventAccepted|NormalizedEvent|(Enroll|RotateCert|Checkin|LegacyCheckin)(Request|Response))$/;

/** A certificate is refused before its id is looked up; a tool is one of three names. */
const NEVER_UNKNOWN = [
  "post /agents/{id}/checkin",
  "post /agents/{id}/events",
  "post /agents/{id}/rotate-cert",
  "put /ai/tools/{tool}/snapshot",
];

function expectedErrors(where: string, operation: OperationObject): number[] {
  const { parameters = [], requestBody, security } = operation;
  const errors = [405, 500];
  if (security.length > 0) errors.push(401, 403);
  if (where.includes("{") && !NEVER_UNKNOWN.includes(where)) errors.push(404);
  if (requestBody !== undefined) errors.push(400, 413);
  if (requestBody?.content["application/json"] !== undefined) errors.push(415);
  if (parameters.some((parameter) => parameter.in === "query")) errors.push(400);
  return errors;
}

const LEVELS = "low|medium|high";
const ASKED = "tenantId:string 1.., query:string 1..4000";
const TUNED = "model?:string ..128, temperature?:number 0..2";
const MODEL = `promptVersion?:string ..128, ${TUNED}`;
const IN_TENANT = "tenantId:string";
const VERSION = "integer 1..999999999";
/** Sections 2.8 to 2.11 of the contract, row by row; `?` stands for optional. */
const CONTRACT: Record<string, string> = {
  Citation:
    "id:string, title?:string, snippet:string, source:string, score:number 0..1, url?:string",
  ModelUsage:
    "model:string, deployment?:string, promptTokens:number, completionTokens:number, totalTokens:number, latencyMs:number, statusCode:number, estimatedCostUsd?:number, pricingVersion?:string",
  Card: `id:string, title:string, priority:${LEVELS}, impact:${LEVELS}, effort:${LEVELS}, evidence:string, cta:{label:Ver lista|Ver pasos|Aplicar, action:string}`,
  Action:
    "id:string, title:string, description:string, category:create|block|enable|report|notify, requiresApproval:boolean, source:rag|agent|mixed, payload?:object",
  ToolResult:
    "tool:LicenseSummary|CheckMFACompliance|GetTenantStatus, status:ok|warning|error, data:object, evidence:string",
  AskRagRequest: `${ASKED}, top?:integer 1..20, ${MODEL}, traceId?:string, language?:string 2..10`,
  ChatRequest: `${ASKED}, promptVersion?:string ..128, maxDocuments?:integer 1..20, ${TUNED}, traceId?:string, language?:string 2..10, pageSegment?:string ..64, selectedEntityId?:string ..256, mlUseCase?:string ..64`,
  ContextSearchRequest: `${ASKED}, top?:integer 1..20, traceId?:string`,
  PromptTestRequest: `${ASKED}, promptVersion?:string ..128, maxDocuments?:integer 1..20, ${TUNED}, runModel?:boolean, traceId?:string`,
  SpeechSynthesisRequest:
    "tenantId:string 1.., text:string 1..12000, voiceName?:string ..120, language?:string ..120, traceId?:string",
  TranscriptionRequest:
    "tenantId:string 1.., audioBase64:string 1.., mimeType?:string ..120, language?:string ..120, traceId?:string",
  AskRagResponse: `traceId:string, ${IN_TENANT}, answer:string, citations:Citation[], confidence:number 0..1, modelUsage?:ModelUsage`,
  ChatResponse: `traceId:string, ${IN_TENANT}, userId:string, route:rag|agent|mixed, routeReason:string, answer:string, citations:Citation[], cards:Card[], actions:Action[], confidence:number 0..1, tool_results:ToolResult[], proposed_actions:Action[], receivedAt:date-time, modelUsage?:ModelUsage`,
  EncryptResponse: `${IN_TENANT}, encrypted:string`,
  DecryptResponse: `${IN_TENANT}, decrypted:string`,
  ProvisionKeyResponse: `${IN_TENANT}, keyVersion:${VERSION}`,
  RotateKeyResponse: `${IN_TENANT}, oldVersion:${VERSION}, newVersion:${VERSION}`,
};
/** The contract does not close these. */
const OPEN: Record<string, string> = {
  EncryptRequest: `${IN_TENANT}, value:string, context?:string`,
  DecryptRequest: `${IN_TENANT}, encrypted:string, context?:string`,
  TenantKeyRequest: IN_TENANT,
};

describe("the fleet description of AI and encryption", () => {
  const { schemas } = readDescription("fleet").components;
  const written = Object.entries({ ...CONTRACT, ...OPEN });

  it.each(written)("has %s with exactly the fields of the contract", (name, fields) => {
    const schema = schemas[name] ?? {};
    expect(sayFields(schema)).toBe(fields);
    expect(schema.additionalProperties).toBe(name in OPEN ? undefined : false);
  });
});

it("a refusal that comes before the call is read is described without the call's trace", () => {
  const fleet = readDescription("fleet");
  const { Unauthorized, MethodNotAllowed } = fleet.components.responses;
  const early = operationsOf(fleet).flatMap(([, { responses }]) => [
    responses["401"],
    responses["405"],
  ]);
  expect(JSON.stringify([Unauthorized, MethodNotAllowed, ...early])).not.toContain("X-Trace-Id");
});

function sayFields({ properties = {}, required = [] }: JsonSchema): string {
  return Object.entries(properties)
    .map(([name, field]) => `${name}${required.includes(name) ? "" : "?"}:${sayType(field)}`)
    .join(", ");
}

function sayType(schema: JsonSchema): string {
  const { $ref, type, format, items, properties } = schema;
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? "";
  if (schema.enum !== undefined) return schema.enum.join("|");
  if (typeof items === "object") return `${sayType(items)}[]`;
  if (properties !== undefined) return `{${sayFields(schema)}}`;
  const [least, most] = [schema.minLength ?? schema.minimum, schema.maxLength ?? schema.maximum];
  const isBound = least !== undefined || most !== undefined;
  return format ?? `${String(type)}${isBound ? ` ${least ?? ""}..${most ?? ""}` : ""}`;
}

describe("the threat-intel description", () => {
  const { servers, paths } = readDescription("threat-intel");

  it("has its paths below /api/v1", () => {
    expect(servers[0]?.url).toBe("/api/v1");
    expect(Object.keys(paths).filter((path) => path.startsWith("/api"))).toEqual([]);
  });

  it.each(["429", "503"])(
    "has %s for every operation, as the gate comes before every module",
    (status) => {
      const answers = Object.values(paths).flatMap((methods) => Object.values(methods));
      expect(answers.filter(({ responses }) => !(status in responses))).toEqual([]);
    },
  );

  it.each([
    ["/urlsearch", "url"],
    ["/ipsearch", "ip"],
    ["/darkweb", "domain"],
  ])("says which type is the default of %s", (path, expected) => {
    const type = paths[path]?.["get"]?.parameters?.find(({ name }) => name === "type");
    expect(type?.schema).toMatchObject({ default: expected });
  });
});

describe("the fleet description", () => {
  const { paths, components } = readDescription("fleet");

  it.each([
    "/ai/ask-rag",
    "/ai/chat",
    "/ai/prompts/test",
    "/ai/voice/synthesize",
    "/ai/voice/transcribe",
  ])("has 429 for %s, where a limit of the tenant applies", (path) => {
    expect(paths[path]?.["post"]?.responses).toHaveProperty("429");
  });

  it.each([
    ["/ai/ask-rag", "text/event-stream"],
    ["/ai/chat", "text/event-stream"],
    ["/ai/voice/synthesize", "audio/mpeg"],
  ])("has the answer of %s as JSON and as %s", (path, type) => {
    const answer = paths[path]?.["post"]?.responses["200"] as { content: object };
    expect(Object.keys(answer.content)).toEqual(["application/json", type]);
  });

  it.each([
    ["/admin/tenants/{tenantId}", 1],
    ["/admin/tenants/{tenantId}/api-keys/{id}", 1],
    ["/admin/tenants/{tenantId}/webhooks/{id}", 1],
    ["/admin/intel/sources/{id}", 1],
    ["/encryption/keys/{tenantId}", 1],
    ["/ai/settings", 2],
  ])("asks PATCH %s for at least %i fields, the tenant included", (path, least) => {
    const schema = paths[path]?.["patch"]?.requestBody?.content["application/json"]?.schema;
    const name = schema?.$ref?.split("/").at(-1) ?? "";
    expect((components.schemas[name] ?? schema)?.minProperties).toBe(least);
  });

  it("lets POST /enroll be called without a credential, or by a token with enrollment:write", () => {
    const security = paths["/enroll"]?.["post"]?.security;
    expect(security).toEqual([{}, { bearer: ["enrollment:write"] }]);
  });

  it("has a webhook for every type of event", () => {
    const { webhooks = {} } = readDescription("fleet");
    expect(Object.keys(webhooks)).toEqual([...EVENT_TYPES]);
  });

  it("has no 400 for GET and DELETE /agents/{id}, which take any text as an id", () => {
    const { get, delete: remove } = paths["/agents/{id}"] ?? {};
    expect(get?.responses).not.toHaveProperty("400");
    expect(remove?.responses).not.toHaveProperty("400");
    expect(paths["/detection-dictionaries/{id}"]?.["get"]?.responses).toHaveProperty("400");
  });

  it("carries the interface version of the contract", () => {
    expect(readDescription("fleet").info.version).toBe("0.0.1");
  });
});
