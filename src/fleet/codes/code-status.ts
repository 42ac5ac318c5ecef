import type { CodeRow } from "./code-store.ts";

export function codeStatus(row: Omit<CodeRow, "hash">, now: number) {
  if (row.revokedAt !== null) return "revoked";
  if (row.used >= row.maxUses) return "consumed";
  return row.expiresAt <= now ? "expired" : "active";
}
