import type { JsonSchema, OperationObject, Parameter } from "./document.ts";

const text: JsonSchema = { type: "string" };
const count: JsonSchema = { type: "integer", format: "int64", minimum: 0 };
const time: JsonSchema = { type: "string", format: "date-time" };
const said = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });
const timestamp = said(time, "When the event came about.");
const endpoint = {
  endpointId: said(text, "The endpoint that it is about."),
  host: said(text, "Of its address; the rest is not sent, since it may hold a secret."),
};
const quota = {
  period: said(text, "The month, `YYYY-MM`."),
  percent: said({ type: "integer", maximum: 100 }, "Which share of the quota was reached."),
  quota: said(count, "Units that may be used in the month."),
  used: said(count, "Units that were used."),
};

interface Event {
  operationId: string;
  summary: string;
  data: Record<string, JsonSchema>;
}

const EVENTS: Record<string, Event> = {
  "inspection.flagged": {
    operationId: "onInspectionFlagged",
    summary: "A message was found to be spam or phishing",
    data: {
      inspectionId: said(text, "What `getInspection` takes."),
      verdict: { type: "string", enum: ["spam", "phishing"] },
      score: { type: "integer", minimum: 0, maximum: 100 },
      channel: { type: "string", enum: ["email", "sms", "whatsapp"] },
      lang: said(text, "The language of the message; `und` where it is too short to tell."),
      signals: said(
        { type: "array", items: text },
        "The surest first, without values that come from the message.",
      ),
      link: said(text, "The inspection in the portal."),
    },
  },
  "quota.threshold": {
    operationId: "onQuotaThreshold",
    summary: "A good part of the month's quota is used",
    data: quota,
  },
  "quota.exhausted": {
    operationId: "onQuotaExhausted",
    summary: "The month's quota is used up",
    data: quota,
  },
  "endpoint.failing": {
    operationId: "onEndpointFailing",
    summary: "Another endpoint is about to be switched off",
    data: {
      ...endpoint,
      percent: said({ type: "integer" }, "How much of the time until then is over."),
      failingSince: time,
      switchedOffAfter: time,
    },
  },
  "endpoint.disabled": {
    operationId: "onEndpointDisabled",
    summary: "Another endpoint was switched off",
    data: { ...endpoint, reason: text },
  },
  "action.approved": {
    operationId: "onActionApproved",
    summary: "Somebody agreed to what the assistant proposed",
    data: {
      actionId: said(text, "What `getAction` takes; the action itself is not sent."),
      category: text,
      tool: said(text, "The tool that it is for."),
      title: text,
      payloadHash: said(text, "What was approved: the payload fetched must have this hash."),
      approvedBy: text,
    },
  },
  ping: {
    operationId: "onPing",
    summary: "Somebody asked for a test event",
    data: { endpointId: endpoint.endpointId },
  },
};

const header = (name: string, description: string, required = true): Parameter => ({
  name,
  in: "header",
  required,
  description,
  schema: text,
});

const HEADERS = [
  header("webhook-id", "The event's id, the same on every retry and replay."),
  header("webhook-timestamp", "When the call was signed, in seconds since 1970."),
  header(
    "webhook-signature",
    "Signatures over `id.timestamp.body` with spaces between: `v1,` and an HMAC-SHA-256 under the endpoint's secret in Base64, `v1a,` and an Ed25519 signature. One that holds is enough.",
  ),
  header("webhook-key-id", "The `kid` in `/.well-known/webhook-keys.json` that made `v1a`.", false),
];

/** The calls that we make to endpoints, by the type of the event. */
export const WEBHOOKS = Object.fromEntries(
  Object.entries(EVENTS).map(([type, event]) => [type, { post: describeEvent(type, event) }]),
);

function describeEvent(type: string, { operationId, summary, data }: Event): OperationObject {
  return {
    operationId,
    summary,
    description:
      "Signed by Standard Webhooks 1.0. Verify the bytes as they came, refuse a timestamp that is more than five minutes away, and remember `webhook-id`: an event comes at least once.",
    tags: ["Webhooks"],
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: closed({ type: constant(type), timestamp, data: closed(data) }),
        },
      },
    },
    responses: {
      "2XX": { description: "Taken, if it comes within 15 s." },
      "410": { description: "The endpoint is gone: it is switched off, and called no more." },
      default: { description: "Not taken: it is tried ten times in all, in some three days." },
    },
  };
}

function constant(value: string): JsonSchema {
  return { type: "string", const: value };
}

function closed(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties) };
}
