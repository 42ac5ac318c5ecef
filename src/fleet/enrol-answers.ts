import * as z from "zod";
import { time } from "../http/contract/index.ts";
import { policy } from "./answers.ts";

export const enrollResponse = z
  .strictObject({
    agent_id: z.string().min(1),
    tenant_id: z.string().min(1),
    role: z.string(),
    enrolled_at: time,
    backend_url: z.url(),
    region: z.string(),
    client_cert_pem: z.string().min(1),
    ca_chain_pem: z.string().min(1),
    cert_expires_at: time,
    policy,
    checkin_interval_s: z.int(),
  })
  .meta({ id: "EnrollResponse" });

export const discovery = z
  .strictObject({
    version: z.string(),
    environment: z.string(),
    enrollment: z.strictObject({
      endpoint: z.string(),
      method: z.string(),
      codeRequired: z.boolean(),
    }),
    checkin: z.strictObject({ endpoint: z.string(), intervalSeconds: z.int().optional() }),
    identityEndpoint: z.string(),
    agent: z
      .strictObject({ minVersion: z.string(), recommendedVersion: z.string() })
      .partial()
      .optional(),
    docsUrl: z.string().optional(),
  })
  .meta({ id: "AgentConfiguration" });
