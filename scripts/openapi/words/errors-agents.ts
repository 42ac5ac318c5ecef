import type { ErrorWords } from "./advice.ts";

/** Whoever calls with the certificate that it got when it enrolled. */
const CALLERS = ["Agents", "getAgent", "deregisterAgent", "Detection dictionaries"];
const ISSUED = ["enrollAgent", "rotateCertificate"];

/** Agents say what to do themselves, in `action` and `retryable`. */
export const AGENT_ERRORS: Record<string, ErrorWords> = {
  client_certificate_required: { means: "A client certificate is needed.", advice: "enrol" },
  certificate_untrusted: {
    means: "The client certificate is not one that counts here.",
    advice: "enrol",
  },
  certificate_unknown: {
    means: "No agent holds this certificate.",
    advice: "enrol",
    only: CALLERS,
  },
  certificate_revoked: { means: "The certificate has been revoked.", advice: "stop" },
  certificate_superseded: {
    means: "A newer certificate of this agent is in use, perhaps by a copy of it.",
    advice: "stop",
  },
  certificate_expired: {
    means: "The certificate has expired.",
    advice: "rotate",
  },
  re_enroll: { means: "The certificate expired too long ago to be rotated.", advice: "enrol" },
  agent_id_mismatch: { means: "The certificate is another agent's.", advice: "stop" },
  agent_revoked: { means: "The agent was shut out by an operator.", advice: "stop" },
  agent_deregistered: { means: "The agent was deregistered.", advice: "stop" },
  bulk_limit: {
    means: "Too many bulk orders are under way.",
    advice: "read",
    only: ["placeBulkOrder"],
  },
  selection_changed: {
    means: "Another number of agents fits than was expected; nothing was ordered.",
    advice: "read",
    only: ["placeBulkOrder"],
  },
  code_invalid: { means: "An enrollment code is needed, and this is none.", advice: "stop" },
  code_expired: { means: "The enrollment code has expired.", advice: "stop" },
  code_revoked: { means: "The enrollment code was revoked.", advice: "stop" },
  code_consumed: { means: "The enrollment code is used up.", advice: "stop" },
  role_not_allowed: { means: "The code does not let in agents of this role.", advice: "stop" },
  unsupported_version: { means: "The agent is too old to enrol.", advice: "upgrade" },
  csr_too_large: { means: "The signing request is too long.", advice: "mend" },
  csr_malformed: { means: "The signing request cannot be read.", advice: "mend" },
  csr_private_key: {
    means: "A private key came with the signing request; nothing of it was kept.",
    advice: "newKey",
  },
  csr_signature_invalid: {
    means: "The signing request is not signed by its own key.",
    advice: "mend",
  },
  csr_signature_unsupported: {
    means: "The signing request is signed by an algorithm that is not taken.",
    advice: "mend",
  },
  csr_key_unsupported: { means: "The key is of a kind that is not taken.", advice: "mend" },
  csr_key_size: { means: "The RSA key has too few bits, or too many.", advice: "mend" },
  key_reuse: { means: "A new certificate needs a new key here.", advice: "newKey" },
  key_in_use: { means: "The key belongs to another agent, or did.", advice: "stop" },
  event_id_conflict: {
    means: "Another event has this `eventId`.",
    advice: "stop",
  },
  rate_limited: { means: "More than this agent or endpoint may ask for.", advice: "again" },
  overloaded: { means: "Too much is going on at the moment.", advice: "again" },
  outbox_full: { means: "Events cannot be passed on at the moment.", advice: "again" },
  issuer_pending: {
    means: "The certificate authority has not decided yet.",
    advice: "again",
    only: ISSUED,
  },
  issuer_unavailable: {
    means: "The certificate authority gave no certificate, or is not set up rightly.",
    advice: "again",
    only: CALLERS,
  },
  unknown_policy: { means: "The tenant has no such policy.", advice: "mend" },
  policy_in_use: {
    means: "The tenant, a role, a code or an agent has the policy.",
    advice: "read",
  },
  policy_limit: { means: "The tenant has as many policies as it may have.", advice: "room" },
  role_limit: {
    means: "As many roles of the tenant have a policy of their own as may have one.",
    advice: "read",
  },
  enrollment_code_limit: {
    means: "The tenant has as many codes as it may have.",
    advice: "room",
  },
};
