import type { ErrorWords } from "./advice.ts";
import { AGENT_ERRORS } from "./errors-agents.ts";
import { AI_ERRORS } from "./errors-ai.ts";
import { ENCRYPTION_ERRORS } from "./errors-encryption.ts";
import { TENANT_ERRORS } from "./errors-tenants.ts";

/** What any operation may answer. */
const COMMON: Record<string, ErrorWords> = {
  invalid_request: { means: "A part of the input does not fit.", advice: "mend" },
  malformed_json: { means: "The body is no JSON, or not in UTF-8.", advice: "mend" },
  nested_too_deep: { means: "The body is nested deeper than is read.", advice: "mend" },
  body_too_slow: {
    means: "The body did not arrive in time, or stopped in the middle.",
    advice: "again",
  },
  body_too_large: { means: "The body is larger than this route takes.", advice: "mend" },
  unsupported_media_type: {
    means: "The body is not sent as application/json, or is compressed.",
    advice: "mend",
  },
  unauthorized: { means: "The credential is missing, unknown or expired.", advice: "credential" },
  issuer_keys_unavailable: {
    means: "The keys of the token's issuer cannot be fetched, so it cannot be checked.",
    advice: "again",
  },
  too_many_failures: {
    means: "Too many refused credentials came from this address.",
    advice: "again",
  },
  permission_denied: {
    means: "The caller lacks the permission that the message names.",
    advice: "credential",
  },
  not_found: {
    means: "There is no such object, or it belongs to a tenant out of reach.",
    advice: "read",
  },
  method_not_allowed: { means: "The address answers other methods only.", advice: "mend" },
  internal_error: {
    means: "Something went wrong on our side; quote the requestId.",
    advice: "operator",
  },
  unavailable: {
    means:
      "Storage does not answer now, or there is no room for one more body; what was asked for may have been done all the same.",
    advice: "again",
  },
  conflict: { means: "Others change the same object at this moment.", advice: "read" },
  version_changed: { means: "The object is no longer in the version named.", advice: "read" },
};

/** Every name that the fleet API answers in `error`. */
export const ERRORS: Readonly<Record<string, ErrorWords>> = {
  ...COMMON,
  ...TENANT_ERRORS,
  ...AGENT_ERRORS,
  ...AI_ERRORS,
  ...ENCRYPTION_ERRORS,
};
