/** What stays of an erased tenant. */
export const KEPT = [
  "tenant",
  "usage",
  "ai_calls",
  "audit_log",
  "spoken_audio",
  "platform_history",
] as const;

export type KeptKind = (typeof KEPT)[number];

export const KEPT_REASONS: Readonly<Record<KeptKind, string>> = {
  tenant: "The id stays taken, so that nobody else is ever given it. The name is gone.",
  usage: "Invoices stand on the months: calls and units by hour, module and id of a key.",
  ai_calls:
    "Invoices stand on the ledger of AI calls: models, units, costs and ids of users, no text.",
  audit_log: "It is append-only and tells of this erasure too.",
  spoken_audio: "A copy at the edge has the name of its content and ends by itself within a day.",
  platform_history:
    "The platform can restore databases and objects for 30 days; what was sealed stays unreadable once its roots are gone.",
};
