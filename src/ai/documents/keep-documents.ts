import type { TenantId } from "../../access/claim-tenant.ts";
import { noSuch, refuse, type Refusal } from "../../http/index.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import type { Viewer } from "../knowledge/acl.ts";
import { BUILTIN_SOURCE } from "../knowledge/builtin-names.ts";
import type { Changer } from "../knowledge/document-line.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import type { DocumentFilter } from "../knowledge/read-documents.ts";
import { timeOf } from "../../platform/index.ts";
import type { ShownDocument, WholeDocument } from "./schemas.ts";
import { cursorBehind } from "./cursor.ts";
import { dropFile } from "./drop-file.ts";
import { showDocument } from "./show-document.ts";

type Choice = Omit<DocumentFilter, "limit" | "offset">;

interface Listed {
  items: ShownDocument[];
  total: number;
  /** The cursor of the next page; null on the last. */
  next: string | null;
}

export async function listDocuments(
  env: Cloudflare.Env,
  tenantId: TenantId,
  choice: Choice,
  { limit, offset }: PageRequest,
): Promise<Listed> {
  // One more than is shown, to know whether there is a next page.
  const filter = { ...choice, limit: limit + 1, offset };
  const { items, total } = await knowledgeOf(env, tenantId).list(filter);
  const shown = items.slice(0, limit);
  const last = items.length > limit ? shown.at(-1) : undefined;
  const next =
    last === undefined ? null : cursorBehind({ createdAt: last.created_at, id: last.id });
  return { items: shown.map((row) => showDocument(row, choice.viewer)), total, next };
}

/** A document as it was indexed, with the places of its parts. */
export async function findDocument(
  env: Cloudflare.Env,
  tenantId: TenantId,
  name: string,
  viewer: Viewer = [],
): Promise<WholeDocument | Refusal> {
  const found = await knowledgeOf(env, tenantId).find(name, viewer);
  if (found === undefined) return noSuchDocument();
  const { parts, text, upload, ...row } = found;
  const chunks = parts.map((part) => ({
    ...part,
    rules: part.rules === "" ? [] : part.rules.split(" "),
  }));
  const pending =
    upload === undefined
      ? null
      : {
          version: upload.version,
          status: upload.status,
          reason: upload.reason,
          indexedParts: upload.staged,
          updatedAt: timeOf(upload.updated_at),
        };
  return { ...showDocument(row, viewer), text, chunks, pending };
}

/** Removes a document and everything made from it. The product's own pages cannot be removed. */
export async function removeDocument(
  env: Cloudflare.Env,
  tenantId: TenantId,
  name: string,
  by: Changer,
): Promise<{ id: string; chunks: number } | Refusal> {
  const gone = await knowledgeOf(env, tenantId).remove(name, by);
  if (gone === BUILTIN_SOURCE) return keptDocument();
  if (gone === undefined) return noSuchDocument();
  const { id, chunks, dropped } = gone;
  await dropFile(env, tenantId, dropped);
  return { id, chunks };
}

function keptDocument(): Refusal {
  return refuse(403, "builtin_document", "The product's own pages cannot be removed.");
}

function noSuchDocument(): Refusal {
  return noSuch("document");
}
