import * as z from "zod";
import { isObject } from "../http/index.ts";
import { line, time } from "../http/contract/index.ts";

export const MAX_CHECKIN_BYTES = 32 * 1024;
/** The longest name of a label, or id in a query or an operator's path. */
export const MAX_NAME = 128;
const MAX_ROLE = 64;
/** The name of a role. What agents report as their role has no limit of its own. */
export const roleName = line.min(1).max(MAX_ROLE);

const anyObject = z.record(z.string(), z.unknown());
/** An object, passed on as it came: a record made by zod would lack a key named `__proto__`. */
const wholeObject = z
  .unknown()
  .refine(isObject, { error: "must be an object" })
  .meta({ type: "object", additionalProperties: {} }) as z.ZodType<Record<string, unknown>>;

/** The policy that an agent runs. */
export const policy = z.strictObject({ id: z.string(), revision: z.int() });

/**
 * An agent's id. Any text, so that a wrong id is refused as another agent's, and not for its form.
 */
export const agentParam = z.object({ id: z.string() });

export const checkinRequest = z
  .strictObject({
    role: z.string(),
    machine: wholeObject,
    agent: wholeObject,
    status: wholeObject,
    cert: wholeObject,
    sent_at: z.string(),
  })
  .partial()
  .meta({ id: "CheckinRequest" });
export type CheckinRequest = z.output<typeof checkinRequest>;

export const legacyCheckinRequest = z
  .strictObject({
    agent_id: z.string().min(1),
    role: z.string().optional(),
    machine: wholeObject.optional(),
  })
  .meta({ id: "LegacyCheckinRequest" });

export const checkinResponse = z
  .strictObject({
    policy: z.strictObject({
      id: z.string(),
      revision: z.int(),
      checkin_interval_s: z.int().optional(),
    }),
  })
  .meta({ id: "CheckinResponse" });

export const eventRequest = wholeObject.meta({ id: "NormalizedEvent" });

export const eventResponse = z
  .strictObject({ status: z.literal("accepted"), eventId: z.string().nullable() })
  .meta({ id: "EventAccepted" });

export const rotateRequest = z
  .strictObject({ csr_pem: z.string().min(1) })
  .meta({ id: "RotateCertRequest" });

export const rotateResponse = z
  .strictObject({
    agent_id: z.string().min(1),
    tenant_id: z.string().min(1),
    region: z.string().min(1),
    rotated_at: time,
    cert_expires_at: time,
    client_cert_pem: z.string().min(1),
    ca_chain_pem: z.string().min(1),
  })
  .meta({ id: "RotateCertResponse" });

export const deregistered = z
  .strictObject({
    agent_id: z.string(),
    tenant_id: z.string(),
    status: z.literal("deregistered"),
    deregistered_at: time,
    certificates_revoked: z.int(),
  })
  .meta({ id: "AgentDeregistered" });

export const policyDocument = z
  .strictObject({
    id: z.string(),
    revision: z.int(),
    document: anyObject,
    dictionaries: z.array(anyObject),
  })
  .meta({ id: "PolicyDocument" });
