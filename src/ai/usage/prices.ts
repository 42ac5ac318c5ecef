import { desc, lte, sql } from "drizzle-orm";
import { auditStatementIf, doneBy } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import { refuse, refuseField, type Refusal } from "../../http/index.ts";
import {
  database,
  dayOf,
  ShortMemory,
  sha256,
  timeOf,
  type Database,
} from "../../platform/index.ts";
import type { Provider } from "../providers/providers-for.ts";
import { aiPrices } from "../tables.ts";
import type { Unit } from "./outcome.ts";
import type { NewPrice } from "./schemas.ts";

const MEMORY_MS = 15_000;
export const MAX_PRICES = 2_000;
const HASH_LETTERS = 8;
const MILLION = 1_000_000;

export type PriceRow = typeof aiPrices.$inferSelect;

export interface Price {
  inputPerMillion: number;
  cachedInputPerMillion: number;
  outputPerMillion: number;
  /** The version of the price table from which it comes. */
  version: string;
}

interface PriceTable {
  rows: PriceRow[];
  version: string;
}

const remembered = new ShortMemory<"prices", PriceTable>(MEMORY_MS, 1);

/** The prices that count now, one for each provider and model, with a version for all of them. */
async function pricesNow(db: Database, now: number): Promise<PriceTable> {
  const all = await db
    .select()
    .from(aiPrices)
    .where(lte(aiPrices.validFrom, now))
    .orderBy(desc(aiPrices.validFrom))
    .limit(MAX_PRICES);
  const byModel = new Map<string, PriceRow>();
  for (const row of all) {
    const key = `${row.provider}\n${row.model}`;
    if (!byModel.has(key)) byModel.set(key, row);
  }
  const rows = [...byModel.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return { rows, version: versionOf(rows) };
}

export async function showPrices(db: Database, now: number) {
  const { rows, version } = await pricesNow(db, now);
  const prices = rows.map(({ validFrom, createdAt: _createdAt, ...row }) => ({
    ...row,
    validFrom: timeOf(validFrom),
  }));
  return { pricingVersion: version, prices };
}

/** What a model costs. Undefined if there is no price for it: a cost is never guessed. */
export async function priceFor(
  env: Cloudflare.Env,
  provider: Provider,
  model: string,
  unit: Unit,
  now: number,
): Promise<Price | undefined> {
  if (provider.own) {
    const { settings, row } = provider;
    const { prices = {} } = settings.kind === "openai-compatible" ? settings : {};
    // A model may be called "constructor", which every object has.
    const own = Object.hasOwn(prices, model) ? prices[model] : undefined;
    const version = `own.${dayOf(row.updatedAt)}`;
    return own && { ...own, cachedInputPerMillion: own.inputPerMillion, version };
  }
  const table = await remembered.recall("prices", now, () => pricesNow(database(env), now));
  const row = table.rows.find(
    (one) => one.provider === provider.name && one.model === model && one.unit === unit,
  );
  if (row === undefined) return undefined;
  const { inputPerMillion, cachedInputPerMillion, outputPerMillion } = row;
  return { inputPerMillion, cachedInputPerMillion, outputPerMillion, version: table.version };
}

export interface Used {
  unitsIn: number;
  unitsOut: number;
  /** The part of the input that the provider had cached, if it charges less for that. */
  cachedIn?: number;
}

/** The cost in micro-USD, rounded up, so that rounding never passes a budget. */
export function costOf(price: Price, { unitsIn, unitsOut, cachedIn = 0 }: Used): number {
  const { inputPerMillion, cachedInputPerMillion, outputPerMillion } = price;
  const fresh = (unitsIn - cachedIn) * inputPerMillion + cachedIn * cachedInputPerMillion;
  return Math.ceil((fresh + unitsOut * outputPerMillion) / MILLION);
}

/** Adds prices. None is ever changed, so that old bills stay right: a new price is a new row. */
export async function addPrices(
  db: Database,
  by: Person,
  prices: readonly NewPrice[],
  now: number,
): Promise<void | Refusal> {
  const rows = prices.map((price) => ({
    ...price,
    validFrom: price.validFrom === undefined ? now : Date.parse(price.validFrom),
    createdBy: by.subject,
    createdAt: now,
  }));
  const early = rows.findIndex(({ validFrom }) => validFrom < now);
  if (early >= 0) return refuseField(`prices.${early}.validFrom`, "must not lie in the past");
  // In the order of the table's columns.
  const news = sql`
    select value ->> 'provider', value ->> 'model', value ->> 'validFrom', value ->> 'unit',
      value ->> 'inputPerMillion', value ->> 'cachedInputPerMillion',
      value ->> 'outputPerMillion', value ->> 'createdBy', value ->> 'createdAt'
    from json_each(${JSON.stringify(rows)})
    where (select count(*) from ${aiPrices}) + ${rows.length} <= ${MAX_PRICES}`;
  const insert = db.insert(aiPrices).select(news).onConflictDoNothing();
  const detail = sql`json_object('count', changes())`;
  const trace = { at: now, ...doneBy(by), action: "ai.prices.added", detail };
  const [{ meta }] = await db.batch([insert, auditStatementIf(db, trace, sql`changes() > 0`)]);
  if (meta.changes === 0) return refuse(409, "prices_unchanged", "Nothing of this could be added.");
  remembered.forget("prices");
}

function versionOf(rows: readonly PriceRow[]): string {
  const fields = rows.map((row) => [
    row.provider,
    row.model,
    row.unit,
    row.validFrom,
    row.inputPerMillion,
    row.cachedInputPerMillion,
    row.outputPerMillion,
  ]);
  const hash = sha256(JSON.stringify(fields));
  const newest = Math.max(0, ...rows.map(({ validFrom }) => validFrom));
  return `${dayOf(newest)}.${hash.slice(0, HASH_LETTERS)}`;
}
