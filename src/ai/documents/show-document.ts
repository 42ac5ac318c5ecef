import type { DocumentRow } from "../knowledge/write-document.ts";
import type { ShownDocument } from "./schemas.ts";

export function showDocument(row: DocumentRow): ShownDocument {
  return {
    id: row.id,
    externalId: row.external_id,
    title: row.title,
    source: row.source,
    url: row.url,
    mimeType: row.mime_type,
    language: row.language,
    tags: JSON.parse(row.tags) as string[],
    sha256: row.hash,
    version: row.version,
    status: row.status,
    chunkCount: row.chunks,
    risk: row.risk,
    removedCharacters: row.removed,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
