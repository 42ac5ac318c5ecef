import * as z from "zod";
import { time } from "../http/contract/index.ts";

const anyObject = z.record(z.string(), z.unknown());

/** The policy that an agent runs. */
export const policy = z.strictObject({ id: z.string(), revision: z.int() });

export const checkinResponse = z
  .strictObject({
    policy: z.strictObject({
      id: z.string(),
      revision: z.int(),
      checkin_interval_s: z.int().optional(),
    }),
  })
  .meta({ id: "CheckinResponse" });

export const eventResponse = z
  .strictObject({ status: z.literal("accepted"), eventId: z.string().nullable() })
  .meta({ id: "EventAccepted" });

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
