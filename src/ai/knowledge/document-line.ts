import type { AuditEntry } from "../../access/audit.ts";
import type { DocumentRow } from "./write-document.ts";

/** The actor and request that change documents of a tenant. */
export type Changer = Pick<AuditEntry, "actor" | "requestId"> & { tenantId: string };

type Change = "created" | "changed" | "deleted";

/** The audit entry for a change of a document. It has the document's names, and nothing of its text. */
export function documentLine(
  { id, title, external_id: externalId, version }: DocumentRow,
  change: Change,
  by: Changer,
  at: number,
): AuditEntry {
  const detail = { title, ...(externalId === null ? {} : { externalId }), version };
  return { ...by, at, action: `ai.document.${change}`, target: id, detail };
}
