import type { ErrorWords } from "./advice.ts";

export const AI_ERRORS: Record<string, ErrorWords> = {
  ai_rate_limited: { means: "The tenant asks models more often than it may.", advice: "again" },
  budget_exhausted: { means: "The tenant's AI budget of this month is used up.", advice: "tenant" },
  unknown_model: {
    means: "There is no such model; the message names those known.",
    advice: "mend",
  },
  unknown_voice: {
    means: "There is no such voice; the message names those known.",
    advice: "mend",
  },
  unknown_prompt_version: {
    means: "There is no such version of the prompt; the message names those known.",
    advice: "mend",
  },
  reserved_label: { means: "This label cannot be moved.", advice: "mend" },
  too_many_labels: { means: "The prompt has as many labels as it may have.", advice: "room" },
  too_many_versions: { means: "The prompt has as many versions as it may have.", advice: "room" },
  label_protected: {
    means: "The label was protected just now: a second person has to approve.",
    advice: "read",
  },
  not_evaluated: {
    means: "The version was not evaluated, or did not pass the last time.",
    advice: "read",
  },
  no_model: { means: "There is no model to evaluate the prompt with.", advice: "tenant" },
  already_decided: { means: "This was decided on before.", advice: "read" },
  second_person_needed: {
    means: "Somebody else than who proposed it has to approve.",
    advice: "credential",
  },
  not_yours: { means: "It was proposed to somebody else.", advice: "credential" },
  expired: { means: "The time to decide or to begin is over: propose it anew.", advice: "read" },
  policy_changed: {
    means: "The rules changed since it was proposed: propose anew.",
    advice: "read",
  },
  payload_changed: { means: "This is not what was proposed: propose it anew.", advice: "read" },
  idempotency_key_reused: {
    means: "The Idempotency-Key was used for another request.",
    advice: "mend",
  },
  not_approved: { means: "The action is not approved.", advice: "read" },
  already_begun: { means: "Another executor has begun the action.", advice: "read" },
  not_begun: { means: "This executor has not begun the action.", advice: "read" },
  already_ended: { means: "The action ended otherwise before.", advice: "read" },
  name_taken: {
    means: "A provider of the service has this name, or another document has it as its id.",
    advice: "mend",
  },
  provider_limit: { means: "The tenant has as many providers as it may have.", advice: "room" },
  prices_unchanged: { means: "Nothing of this could be added.", advice: "read" },
  price_unknown: {
    means: "The service has no price for this, so it does not run.",
    advice: "operator",
  },
  voice_not_configured: { means: "No speech provider is configured.", advice: "operator" },
  voice_unavailable: { means: "The speech provider does not answer now.", advice: "again" },
  speech_refused: {
    means: "The speech provider does not take this text or recording.",
    advice: "mend",
  },
  upgrade_required: { means: "The address is a WebSocket.", advice: "mend" },
  too_many_tokens: { means: "One person took too many speech tokens.", advice: "again" },
  invalid_audio: { means: "The audio cannot be read.", advice: "mend" },
  audio_too_large: { means: "The audio is longer than is taken.", advice: "mend" },
  unsupported_audio: {
    means: "Not audio of a known kind, or not of the one named.",
    advice: "mend",
  },
  invalid_document: { means: "The document cannot be read.", advice: "mend" },
  document_too_large: { means: "The document is larger than is taken.", advice: "mend" },
  unsupported_document: {
    means: "A format that cannot be read here, or a file that is not of its type.",
    advice: "mend",
  },
  document_refused: { means: "Workers AI can make no text of this file.", advice: "mend" },
  conversion_unavailable: {
    means: "Workers AI, which makes text of files, does not answer now.",
    advice: "again",
  },
  too_many_conversions: {
    means: "One batch has more files to make text of than it may have.",
    advice: "mend",
  },
  builtin_document: { means: "The product's own pages cannot be removed.", advice: "never" },
  knowledge_full: {
    means: "The tenant has as much text as it may have.",
    advice: "room",
    only: ["AI documents"],
  },
};
