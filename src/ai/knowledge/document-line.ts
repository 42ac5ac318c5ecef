import type { AuditEntry } from "../../access/audit.ts";
import type { DocumentRow } from "./write-document.ts";

/** Who changes documents, and with which request. */
export type Changer = Pick<AuditEntry, "actor" | "requestId"> & { tenantId: string };

type Change = "created" | "changed" | "deleted";

/** What the audit log tells of a change of a document: its names, and nothing that stands in it. */
export function documentLine(
  { id, title, external_id: externalId, version }: DocumentRow,
  change: Change,
  by: Changer,
  at: number,
): AuditEntry {
  const detail = { title, ...(externalId === null ? {} : { externalId }), version };
  return { ...by, at, action: `ai.document.${change}`, target: id, detail };
}
