import { env } from "cloudflare:workers";
import { eraseTenants } from "../../src/erase-tenants.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { call } from "./call.ts";
import { anOperator } from "./people.ts";

export const LATER_MS = 120_000;

/**
 * Tables in which rows of an erased tenant stay: rows that are kept on purpose, and rows of no tenant,
 * which name one here only because the test writes it everywhere.
 */
export const STAY = [
  "ai_calls",
  "ai_prices",
  "audit_log",
  "encryption_roots",
  "intel_sources",
  "sent_forms",
  "spent_challenges",
  "tenant_erasures",
  "tenants",
  "usage_hours",
];

export async function closeTenant(tenantId: string): Promise<void> {
  const as = await anOperator();
  await call("PATCH", `/admin/tenants/${tenantId}`, { as, body: { status: "closed" } });
}

/** Closes the tenant as an operator, and asks for its erasure. */
export async function askErasure(tenantId: string, body: object = { confirm: tenantId }) {
  const as = await anOperator();
  return call("POST", `/admin/tenants/${tenantId}/erasure`, { as, body });
}

/** Runs one turn of the job, at a time when no isolate remembers the tenant any more. */
export async function turnOfErasures(bindings: Partial<Cloudflare.Env> = {}): Promise<void> {
  const now = () => Date.now() + LATER_MS;
  await eraseTenants({ ...env, ...bindings }, { ...livePlatform, now, log: () => {} });
}

const MOST_TURNS = 10;

/**
 * Runs as many turns as the erasure needs: unfinished erasures of other tests' tenants take a part of
 * each turn.
 */
export async function eraseWhole(tenantId: string, bindings?: Partial<Cloudflare.Env>) {
  const ended = env.DB.prepare("select ended_at from tenant_erasures where tenant_id = ?");
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    await turnOfErasures(bindings);
    if ((await ended.bind(tenantId).first("ended_at")) !== null) return;
  }
  throw new Error(`${tenantId} is not erased after ${MOST_TURNS} turns`);
}

/** Writes a row of this tenant into each table of D1; its id is in every text of the row. */
export async function fillTables(tenantId: string): Promise<string[]> {
  const tables = await tablesOf();
  const columnsOf = await env.DB.batch<{ name: string; type: string }>(
    tables.map((table) => env.DB.prepare(`select name, type from pragma_table_info('${table}')`)),
  );
  const rows = tables.map((table, at) => rowOf(table, columnsOf[at]?.results ?? [], tenantId));
  await env.DB.batch(rows);
  return tables;
}

function rowOf(table: string, all: { name: string; type: string }[], tenantId: string) {
  const values = all.map(({ name, type }) => {
    // The audit log numbers its lines by itself.
    if (table === "audit_log" && name === "seq") return null;
    if (type.toLowerCase() !== "text") return unique();
    if (name === "id" && table in IDS) return IDS[table]?.(tenantId) ?? "";
    return OWNERS[name]?.(tenantId) ?? JSON.stringify(`${tenantId} ${table} ${name}`);
  });
  const columns = all.map(({ name }) => `"${name}"`).join(", ");
  const places = all.map((_, at) => `?${at + 1}`).join(", ");
  return env.DB.prepare(`insert into ${table} (${columns}) values (${places})`).bind(...values);
}

let numbers = 1_000;
function unique(): number {
  numbers += 1;
  return numbers;
}

/** Columns that name the owner of a row in a form of their own. */
const OWNERS: Record<string, (tenantId: string) => string> = {
  tenant_id: (tenantId) => tenantId,
  owner: (tenantId) => tenantId,
  tenants: (tenantId) => JSON.stringify([tenantId]),
  person_id: (tenantId) => `p-${tenantId}`,
  policy_id: (tenantId) => `l-${tenantId}`,
  key: (tenantId) => `${tenantId}/agent/event`,
};

const IDS: Record<string, (tenantId: string) => string> = {
  people: (tenantId) => `p-${tenantId}`,
  policies: (tenantId) => `l-${tenantId}`,
};

/** Tables that belong to no tenant, or in which the test has rows already. */
const NOT_FILLED = ["tenants", "plans", "tenant_erasures", "ledger_files", "job_runs"];

async function tablesOf(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
     and name not like '\\_cf\\_%' escape '\\' and name <> 'd1_migrations' order by name`,
  ).all<{ name: string }>();
  return results.map(({ name }) => name).filter((name) => !NOT_FILLED.includes(name));
}

/** Returns the tables in which a text names this tenant, with the number of such rows. */
export async function namedIn(tenantId: string): Promise<Record<string, number>> {
  const tables = [...(await tablesOf()), ...NOT_FILLED];
  const counts: [string, number][] = [];
  // One by one: all that the tests of a run have stored is more than one answer may have.
  for (const table of tables) {
    const { results } = await env.DB.prepare(`select * from ${table}`).all();
    counts.push([table, results.filter((row) => names(JSON.stringify(row), tenantId)).length]);
  }
  return Object.fromEntries(counts.filter(([, named]) => named > 0));
}

/** Whether a text names the tenant. An id that only begins like this one is another tenant's. */
function names(text: string, tenantId: string): boolean {
  return new RegExp(`${tenantId}(?![a-z0-9-])`).test(text);
}
