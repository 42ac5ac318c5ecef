import type { ErrorShape } from "../../src/http/index.ts";
import type { JsonSchema, ResponseObject } from "./document.ts";
import { refersTo } from "./headers.ts";
import { COMPONENT } from "./tidy-schema.ts";

interface Known {
  name: string;
  description: string;
  header?: "Accept-Encoding" | "Allow" | "Retry-After";
}

/** What each status means everywhere; a route for which it means more says so itself. */
const KNOWN: Record<number, Known> = {
  400: { name: "BadRequest", description: "The input is missing, malformed or out of bounds." },
  401: { name: "Unauthorized", description: "The credential is missing or invalid." },
  403: {
    name: "Forbidden",
    description: "The credential is valid but lacks the permission, which the message names.",
  },
  404: {
    name: "NotFound",
    description: "There is no such object, or it belongs to a tenant out of the caller's reach.",
  },
  405: {
    name: "MethodNotAllowed",
    description: "The address answers other methods only.",
    header: "Allow",
  },
  408: { name: "RequestTimeout", description: "The body did not arrive in time." },
  409: { name: "Conflict", description: "The state of the object does not permit this." },
  410: { name: "Gone", description: "The object is no longer there." },
  412: { name: "PreconditionFailed", description: "The object changed since it was read." },
  413: { name: "ContentTooLarge", description: "The body is larger than this route takes." },
  415: {
    name: "UnsupportedMediaType",
    description: "The body was not sent as application/json, or is compressed.",
    header: "Accept-Encoding",
  },
  422: {
    name: "UnprocessableContent",
    description: "The input is well-formed but makes no sense.",
  },
  426: { name: "UpgradeRequired", description: "The address answers another protocol only." },
  428: { name: "PreconditionRequired", description: "The request must name the version it read." },
  429: {
    name: "TooManyRequests",
    description: "The quota or rate is exhausted.",
    header: "Retry-After",
  },
  500: { name: "InternalError", description: "Something went wrong on our side." },
  503: {
    name: "ServiceUnavailable",
    description: "Something this needs is not available now.",
    header: "Retry-After",
  },
};

const text: JsonSchema = { type: "string" };

const DETAIL: JsonSchema = {
  type: "object",
  properties: { path: text, message: text },
  required: ["path", "message"],
  additionalProperties: false,
};

const FULL: JsonSchema = {
  description: "What every error of this API looks like.",
  type: "object",
  properties: {
    statusCode: { type: "integer", description: "The HTTP status again." },
    error: {
      type: "string",
      description:
        "A stable name to program against, in snake_case. Each answer lists those that it may have; later versions may add some, so go by the status where you do not know one.",
    },
    message: { type: "string", description: "For people; may change." },
    requestId: { type: "string", description: "Also in the X-Request-Id header; quote it to us." },
    details: {
      type: "array",
      items: DETAIL,
      description: "Which parts of the input are at fault.",
    },
    retryable: {
      type: "boolean",
      description: "For agents: whether the same call may succeed later.",
    },
    action: {
      type: "string",
      enum: ["retry_later", "re_enroll", "upgrade", "stop"],
      description: "For agents: what to do now.",
    },
  },
  required: ["statusCode", "error", "message", "requestId"],
  additionalProperties: false,
};

const BARE: JsonSchema = {
  description: "What every error of this API looks like.",
  type: "object",
  properties: {
    statusCode: { type: "integer", description: "The HTTP status again." },
    message: { type: "string", description: "What is wrong, for people." },
  },
  required: ["statusCode", "message"],
  additionalProperties: false,
};

export const PROBLEM_SCHEMAS: Record<ErrorShape, JsonSchema> = { full: FULL, bare: BARE };

export function problemName(status: number): string {
  const known = KNOWN[status];
  if (known === undefined) throw new Error(`Status ${status} has no shared answer.`);
  return known.name;
}

/** Writes the answer of an error status, in the words of the route if it has its own. */
export function writeProblem(
  status: number,
  description?: string,
  headers: readonly string[] = [],
): ResponseObject {
  const known = KNOWN[status];
  const own = known?.header === undefined ? [] : [known.header];
  return {
    description: description ?? known?.description ?? "Refused.",
    ...refersTo([...own, ...headers]),
    content: { "application/json": { schema: { $ref: `${COMPONENT}Problem` } } },
  };
}
