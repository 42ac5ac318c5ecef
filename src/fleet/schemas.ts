import * as z from "zod";
import { isObject } from "../http/index.ts";
import { line } from "../http/contract/index.ts";

export const MAX_CHECKIN_BYTES = 32 * 1024;
/** The longest name of a label, or id in a query or an operator's path. */
export const MAX_NAME = 128;
const MAX_ROLE = 64;
/** The name of a role. What agents report as their role has no limit of its own. */
export const roleName = line.min(1).max(MAX_ROLE);

/** An object, passed on as it came: a record made by zod would lack a key named `__proto__`. */
export const wholeObject = z
  .unknown()
  .superRefine((input, { addIssue }) => {
    if (isObject(input)) return;
    addIssue({ code: "invalid_type", expected: "record", message: "must be an object", input });
  })
  .meta({ type: "object", additionalProperties: {} }) as z.ZodType<Record<string, unknown>>;

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

export const eventRequest = wholeObject.meta({ id: "NormalizedEvent" });

export const rotateRequest = z
  .strictObject({ csr_pem: z.string().min(1) })
  .meta({ id: "RotateCertRequest" });
