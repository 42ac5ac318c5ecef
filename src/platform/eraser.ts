import { getTableName, type AnyColumn, eq, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.ts";
import { deleteSome } from "./delete-in-rounds.ts";
import { listFiles } from "./list-files.ts";
import type { Surroundings } from "./surroundings.ts";

const ROWS_AT_ONCE = 1_000;
const FILES_AT_ONCE = 500;

/** The kinds of things that an erasure counts. */
export const ERASED_KINDS = [
  "credentials",
  "people",
  "encryption_keys",
  "agents",
  "enrollment_codes",
  "policies",
  "events",
  "webhooks",
  "documents",
  "assistant",
  "prompts",
  "inspections",
  "dictionaries",
  "lists",
  "decrypt_trail",
  "key_uses",
] as const;

type ErasedKind = (typeof ERASED_KINDS)[number];

export interface ErasureSite extends Surroundings {
  db: Database;
  tenantId: string;
  /** Who asked for it. */
  by: string;
}

export interface Erased {
  gone: number;
  /** Where the next call goes on; undefined when nothing is left. */
  next?: string | undefined;
}

/** Deletes what one place keeps of a tenant, some at a time. It may be called again at any time. */
export interface Eraser {
  /** Unique: an erasure that was cut off goes on by this name. */
  name: string;
  kind: ErasedKind;
  erase: (site: ErasureSite, from: string) => Promise<Erased>;
}

export function eraseRows(
  kind: ErasedKind,
  table: SQLiteTable,
  whose: AnyColumn | ((tenantId: string) => SQL),
): Eraser {
  const where = typeof whose === "function" ? whose : (tenantId: string) => eq(whose, tenantId);
  return {
    name: getTableName(table),
    kind,
    erase: async ({ db, tenantId }) => {
      const gone = await deleteSome(db, table, where(tenantId), ROWS_AT_ONCE);
      return { gone, next: gone < ROWS_AT_ONCE ? undefined : "" };
    },
  };
}

/** Deletes files under a prefix. Says how many, and whether there are more. */
export async function eraseFiles(bucket: R2Bucket, prefix: string): Promise<Erased> {
  const { objects, truncated } = await listFiles(bucket, { prefix, limit: FILES_AT_ONCE });
  if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
  return { gone: objects.length, next: truncated ? "" : undefined };
}
