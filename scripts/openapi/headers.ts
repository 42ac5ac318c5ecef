import type { HeaderObject, JsonSchema, Parameter, Reference } from "./document.ts";

const text: JsonSchema = { type: "string" };
const time: JsonSchema = { type: "string", format: "date-time" };

/** The headers of answers, beside those that all answers have. */
export const HEADERS: Record<string, HeaderObject> = {
  "Accept-Encoding": {
    description: "Where the body was compressed, that it may not be.",
    schema: { type: "string", enum: ["identity"] },
  },
  Allow: { description: "The methods that the address answers.", schema: text },
  "Content-Disposition": { description: "The name to keep the file under.", schema: text },
  ETag: { description: "The version that was answered.", schema: text },
  "Idempotency-Replayed": {
    description:
      "`true` where an earlier request with the same key, or event with the same `eventId`, is answered again.",
    schema: { type: "string", enum: ["true"] },
  },
  Location: { description: "The address of what was made.", schema: text },
  "Old-Version-Ends-At": {
    description: "From when on no new ciphertext carries the old version.",
    schema: time,
  },
  RateLimit: {
    description:
      "What is left of the limit that it names, `month` or `burst`: `r` units, and `t` seconds until there are more.",
    schema: text,
  },
  "RateLimit-Policy": {
    description: "What the limit that it names is: `q` units in `w` seconds.",
    schema: text,
  },
  "Retry-After": {
    description: "Seconds to wait before the next try.",
    schema: { type: "integer", minimum: 1 },
  },
  "WWW-Authenticate": {
    description:
      "The kind of credential that is wanted: `ApiKey`, `Basic`, `Bearer`, `ClientCertificate`, `EnrollmentCode` or `ServiceKey`.",
    schema: text,
  },
  "X-AI-Degraded": { description: "What could not be done as it should be.", schema: text },
  "X-AI-Provider": { description: "Who wrote the answer.", schema: text },
  "X-Vercel-AI-UI-Message-Stream": {
    description: "The version of the stream's chunks, with `protocol=ai-sdk`.",
    schema: { type: "string", enum: ["v1"] },
  },
  "X-Trace-Id": {
    description:
      "The call's trace, to ask us about: the `traceId` that was sent, where it could be read and fits, else that of `traceparent`, or a new one.",
    schema: text,
  },
};

export function refersTo(names: readonly string[]): { headers?: Record<string, Reference> } {
  if (names.length === 0) return {};
  const unknown = names.find((name) => !(name in HEADERS));
  if (unknown !== undefined) throw new Error(`The header ${unknown} has no description.`);
  const entries = names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const);
  return { headers: Object.fromEntries(entries) };
}

/** The conditional headers that an operation takes, by the statuses that it may answer. */
const CONDITIONS = [
  [304, "If-None-Match", "Versions that the caller has; 304 if it is one of them."],
  [412, "If-Match", "The version that the caller saw; 412 if it is another by now."],
] as const;

export function conditionsOf(statuses: object): Parameter[] {
  return CONDITIONS.filter(([status]) => status in statuses).map(([, name, description]) => {
    return { name, in: "header", required: false, description, schema: text };
  });
}
