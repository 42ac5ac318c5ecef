import { DAY_MS } from "./spans.ts";
import { database, type Database } from "./database.ts";
import type { Platform } from "./platform.ts";
import type { Statement } from "./run-together.ts";
import { sha256 } from "./sha256.ts";
import { ledgerFiles } from "./tables.ts";
import { dayOf } from "./time-of.ts";

const ROWS_IN_A_FILE = 2_000;
const MOST_FILES_AT_ONCE = 50;
const DEFAULT_DAYS = 400;
/** Pages show the last two months from the tables. */
const FEWEST_DAYS = 62;
const MOST_DAYS = 3_650;
const NAME_LENGTH = 16;

/** An append-only table whose rows move to files when they are old. */
export interface Ledger<Row> {
  name: string;
  oldest: (db: Database, most: number) => Promise<Row[]>;
  /** Sorts like the table. The trigger that guards the table makes the same key. */
  keyOf: (row: Row) => string;
  atOf: (row: Row) => number;
  lineOf: (row: Row) => object;
  removal: (db: Database, rows: readonly Row[]) => Statement;
}

/** Moves rows older than `LEDGER_DAYS` to files of JSON lines. */
export async function moveToFiles<Row>(
  env: Cloudflare.Env,
  ledger: Ledger<Row>,
  { now, log }: Platform,
): Promise<void> {
  const db = database(env);
  const before = now() - daysOf(env.LEDGER_DAYS) * DAY_MS;
  let count = 0;
  for (let files = 0; files < MOST_FILES_AT_ONCE; files += 1) {
    const found = await ledger.oldest(db, ROWS_IN_A_FILE);
    const young = found.findIndex((row) => ledger.atOf(row) >= before);
    const old = young === -1 ? found : found.slice(0, young);
    if (old.length > 0) await move(env, db, ledger, old, now());
    count += old.length;
    if (old.length < ROWS_IN_A_FILE) break;
  }
  if (count > 0) log({ level: "info", event: "ledger_moved", ledger: ledger.name, count });
}

function daysOf(setting = String(DEFAULT_DAYS)): number {
  const days = Number(setting);
  if (Number.isInteger(days) && days >= FEWEST_DAYS && days <= MOST_DAYS) return days;
  throw new Error(`LEDGER_DAYS must be a whole number from ${FEWEST_DAYS} to ${MOST_DAYS}`);
}

/** The file is written first: if this breaks off, rows stand in both places and none is lost. */
async function move<Row>(
  env: Cloudflare.Env,
  db: Database,
  ledger: Ledger<Row>,
  rows: readonly Row[],
  movedAt: number,
): Promise<void> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return;
  const body = rows.map((row) => `${JSON.stringify(ledger.lineOf(row))}\n`).join("");
  // Named by its content, so that the same rows moved again overwrite the same file.
  const name = sha256(body).slice(0, NAME_LENGTH);
  const file = `ledgers/${ledger.name}/${dayOf(ledger.atOf(first))}-${name}.ndjson`;
  await env.OBJECTS.put(file, body, { httpMetadata: { contentType: "application/x-ndjson" } });
  const entry = {
    ledger: ledger.name,
    file,
    firstRow: ledger.keyOf(first),
    lastRow: ledger.keyOf(last),
    lines: rows.length,
    firstAt: ledger.atOf(first),
    lastAt: ledger.atOf(last),
    movedAt,
  };
  await db.batch([
    db.insert(ledgerFiles).values(entry).onConflictDoNothing(),
    ledger.removal(db, rows),
  ]);
}
