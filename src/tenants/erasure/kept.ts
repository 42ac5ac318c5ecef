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
  tenant: "The id, so that nobody else is ever given it; the name is gone.",
  usage: "The months of usage, which invoices stand on: by hour, module and id of a key.",
  ai_calls: "The ledger of AI calls, which invoices stand on: sums and ids of users, no text.",
  audit_log: "The audit log, which is append-only and tells of this erasure too.",
  spoken_audio: "Spoken answers that the edge still has, for a day at most.",
  platform_history:
    "What the platform itself could restore, for 30 days; what was sealed cannot be read once its roots are gone.",
};
