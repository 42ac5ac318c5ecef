import type { AuditBook } from "../../access/audit-book.ts";
import { database, emptyObject, type Surroundings } from "../../platform/index.ts";
import { sendCalls } from "../usage/send-calls.ts";
import { ABANDONED_MS, type SpendBook } from "../usage/spend-book.ts";
import { makeTables } from "./make-tables.ts";
import { countOwn } from "./read-documents.ts";
import { restrictedSql } from "./restricted-tables.ts";
import type { Sql } from "./sql.ts";
import type { VectorKeeper } from "./vector-keeper.ts";

interface Kept {
  sql: Sql;
  book: SpendBook;
  audit: AuditBook;
  vectors: VectorKeeper;
}

/**
 * Empties the object of a tenant that is erased. The costs of calls and the audit entries are sent to
 * D1 first; it throws if D1 cannot be reached. Gives the number of documents that were removed, or
 * undefined if the index of vectors does not answer.
 */
export async function emptyKnowledge(
  storage: DurableObjectStorage,
  { sql, book, audit, vectors }: Kept,
  around: Surroundings,
  now: number,
): Promise<number | undefined> {
  const db = database(around.env);
  // Nobody waits for a call of a tenant that is erased.
  book.abandon(now + ABANDONED_MS);
  if (!(await sendCalls(db, book.outbox))) throw new Error("more calls than one turn carries");
  await audit.send(db);
  if (!(await vectors.drop(around))) return undefined;
  const own = countOwn(sql) + countOwn(restrictedSql(sql));
  const tables = { createTables: () => makeTables(sql) };
  await emptyObject(storage, [tables, book, audit, vectors]);
  return own;
}
