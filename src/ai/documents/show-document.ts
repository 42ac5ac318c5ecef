import { given, timeOf } from "../../platform/index.ts";
import type { Viewer } from "../knowledge/acl.ts";
import type { DocumentRow } from "../knowledge/write-document.ts";
import type { ShownDocument } from "./schemas.ts";

export function showDocument(row: DocumentRow, viewer?: Viewer): ShownDocument {
  const acl = JSON.parse(row.acl ?? "null") as string[] | null;
  return {
    id: row.id,
    externalId: row.external_id,
    title: row.title,
    source: row.source,
    url: row.url,
    mimeType: row.mime_type,
    language: row.language,
    tags: JSON.parse(row.tags) as string[],
    ...given({ acl: viewer === "manager" ? acl : undefined }),
    sha256: row.hash,
    version: row.version,
    status: row.status,
    chunkCount: row.chunks,
    risk: row.risk,
    removedCharacters: row.removed,
    expiresAt: timeOf(row.expires_at),
    createdAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
  };
}
