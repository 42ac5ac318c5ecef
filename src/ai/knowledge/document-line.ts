import type { AuditEntry } from "../../access/audit.ts";
import { given } from "../../platform/index.ts";
import type { Acl } from "./acl.ts";
import type { DocumentRow } from "./write-document.ts";

/** The actor and request that change documents of a tenant. */
export type Changer = Pick<AuditEntry, "actor" | "requestId"> & { tenantId: string };

type Change = "created" | "changed" | "deleted";

/**
 * The audit entry for a change of a document. It has the document's names and who finds it (null:
 * everybody again), and nothing of its text.
 */
export function documentLine(
  { id, title, external_id: externalId, version }: DocumentRow,
  change: Change,
  { at, acl, ...by }: Changer & { at: number; acl?: Acl | undefined },
): AuditEntry {
  const detail = given({ title, externalId: externalId ?? undefined, version, acl });
  return { ...by, at, action: `ai.document.${change}`, target: id, detail };
}
