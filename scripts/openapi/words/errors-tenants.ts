import type { ErrorWords } from "./advice.ts";

/** Tenants, credentials, webhooks, threat intelligence, dictionaries and inspections. */
export const TENANT_ERRORS: Record<string, ErrorWords> = {
  unknown_tenant: { means: "There is no tenant of that id.", advice: "mend" },
  unknown_plan: { means: "There is no plan of that name.", advice: "mend" },
  tenant_forbidden: { means: "The credential does not reach this tenant.", advice: "credential" },
  tenant_inactive: { means: "The tenant is suspended or closed.", advice: "tenant" },
  tenant_closed: { means: "The tenant is closed and gets nothing new.", advice: "tenant" },
  tenant_exists: { means: "A tenant has this id already.", advice: "mend" },
  tenant_erased: { means: "The tenant's data is erased; it does not open again.", advice: "stop" },
  tenant_not_closed: { means: "Only a closed tenant is erased: close it first.", advice: "read" },
  erasure_not_found: { means: "Nobody has asked to erase this tenant.", advice: "read" },
  credential_limit: { means: "There are as many credentials as may be.", advice: "room" },
  last_operator: {
    means: "Nobody else could do what this operator may: the last of them, or the last owner.",
    advice: "read",
  },
  people_limit: { means: "The tenant has as many people as it may have.", advice: "room" },
  api_key_limit: { means: "The tenant has as many API keys as it may have.", advice: "room" },
  key_replaced: {
    means: "The key was replaced, and ends no later than its grace.",
    advice: "mend",
  },
  already_replaced: {
    means: "The key was replaced before: rotate the new one.",
    advice: "read",
  },
  key_disabled: { means: "The key is disabled: enable it before it is rotated.", advice: "read" },
  key_expired: {
    means: "The key has expired: give it a later end, or make a new one.",
    advice: "read",
  },
  webhook_limit: { means: "The tenant has as many endpoints as it may have.", advice: "room" },
  endpoint_inactive: {
    means: "The endpoint is paused or switched off: enable it before it is pinged.",
    advice: "read",
  },
  rotation_open: {
    means: "The last rotation of the secret still overlaps: wait, or say `force`.",
    advice: "read",
  },
  addresses_misconfigured: {
    means: "A wrong setting has switched calls to others off.",
    advice: "operator",
    only: ["Webhooks", "Threat intelligence", "AI settings"],
  },
  source_exists: {
    means: "A source has this id already, or there are too many.",
    advice: "mend",
  },
  too_many_entries: { means: "The tenant has as many entries as it may have.", advice: "room" },
  feed_too_large: {
    means: "The feed has more entries than one upload may: build a segment of it.",
    advice: "mend",
  },
  feed_empty: { means: "The feed has no usable line.", advice: "mend" },
  feed_bad_lines: { means: "Too many lines of the feed are bad.", advice: "mend" },
  feed_shrank: {
    means: "The feed shrank by more than half: say `mayShrink` if that is right.",
    advice: "mend",
  },
  feed_damaged: { means: "The file of the feed is damaged.", advice: "mend" },
  feed_other_format: { means: "The file has another format than its source.", advice: "mend" },
  segment_corrupt: { means: "The segment cannot be read: build it again.", advice: "mend" },
  no_room: { means: "All sources together would take too much memory.", advice: "operator" },
  intel_unavailable: { means: "Threat intelligence cannot be read now.", advice: "again" },
  dictionary_limit: {
    means: "The tenant has as much in dictionaries as it may have.",
    advice: "room",
  },
  feedback_agrees: { means: "The verdict said so already; nothing was kept.", advice: "read" },
  other_message: { means: "The message is not the one that was inspected.", advice: "mend" },
};
