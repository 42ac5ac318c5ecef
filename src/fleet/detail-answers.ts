import * as z from "zod";
import { CERTIFICATE_STATUSES } from "../certificates/renewal-window.ts";
import { time } from "../http/contract/index.ts";
import { REASONS } from "./effective-state.ts";
import { connection, named, policyState, versionStatus } from "./list-answers.ts";
import { policy } from "./answers.ts";

const text = z.string();
const reported = z.looseObject({});
const never = time.nullable();

const held = {
  fingerprint_sha256: text,
  serial: text,
  not_before: time,
  not_after: time,
};
const renewal = {
  cert_status: z.enum(CERTIFICATE_STATUSES),
  /** The certificate that was issued and is not used yet. */
  pending: z.strictObject(held).optional(),
};

export const agentSelf = z
  .strictObject({
    ...named,
    policy,
    checkin: z.strictObject({ interval_s: z.int(), next_at: never }),
    cert: z.strictObject({
      fingerprint: text,
      fingerprint_sha256: text,
      not_after: time,
      renewal_window: z.strictObject({ start: time, end: time, at: time }),
      ...renewal,
    }),
    agent: z.strictObject({ min_version: text, recommended_version: text, ...versionStatus }),
    server_time: time,
  })
  .meta({ id: "AgentSelf" });

const detail = {
  ...named,
  reported_role: text.nullable(),
  enrolled_at: time,
  enrolled_via: text,
  reasons: z.array(z.enum(REASONS)),
  last_seen_at: never,
  checkin_interval_s: z.int(),
  next_expected_at: never,
  machine: reported,
  agent: z.looseObject(versionStatus),
  health: reported,
  policy: policyState,
  cert: z.strictObject({ ...held, ...renewal, reported }),
  labels: z.record(text, text),
  conflict: z.strictObject({ flag: z.boolean(), since: never, evidence: z.array(text) }),
  duplicates: z.array(
    z.strictObject({ agent_id: text, hostname: text.nullable(), last_seen_at: never }),
  ),
};

export const agentDetail = z.strictObject(detail).meta({ id: "AgentDetail" });
export const collectorDetail = z
  .strictObject({ ...detail, ...connection })
  .meta({ id: "CollectorDetail" });
