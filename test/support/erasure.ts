import { env } from "cloudflare:workers";
import { eraseTenants } from "../../src/erase-tenants.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { call } from "./call.ts";
import { anOperator } from "./people.ts";

export const LATER_MS = 120_000;

/**
 * Tables in which rows of an erased tenant stay: what is told as kept, and what is of no tenant, whose
 * rows name one here because the test writes it everywhere.
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

/** An operator closes the tenant and asks for its erasure. */
export async function askErasure(tenantId: string, body: object = { confirm: tenantId }) {
  const as = await anOperator();
  return call("POST", `/admin/tenants/${tenantId}/erasure`, { as, body });
}

/** One turn of the job, when no isolate remembers anything of the tenant any more. */
export async function turnOfErasures(bindings: Partial<Cloudflare.Env> = {}): Promise<void> {
  const now = () => Date.now() + LATER_MS;
  await eraseTenants({ ...env, ...bindings }, { ...livePlatform, now, log: () => {} });
}

const MOST_TURNS = 10;

/** As many turns as this one takes: other tests' tenants, which nobody erases to their end, have a share of each. */
export async function eraseWhole(tenantId: string, bindings?: Partial<Cloudflare.Env>) {
  const ended = env.DB.prepare("select ended_at from tenant_erasures where tenant_id = ?");
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    await turnOfErasures(bindings);
    if ((await ended.bind(tenantId).first("ended_at")) !== null) return;
  }
  throw new Error(`${tenantId} is not erased after ${MOST_TURNS} turns`);
}

/** A row for each table of D1, as this tenant's: its id stands in every text of it. */
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
    // The log numbers its lines by itself.
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

/** How rows say whose they are, where that is not by the text alone. */
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

/** Tables that are of no tenant, and those that the test has rows of already. */
const NOT_FILLED = ["tenants", "plans", "tenant_erasures", "ledger_files", "job_runs"];

async function tablesOf(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
     and name not like '\\_cf\\_%' escape '\\' and name <> 'd1_migrations' order by name`,
  ).all<{ name: string }>();
  return results.map(({ name }) => name).filter((name) => !NOT_FILLED.includes(name));
}

/** The tables in which a text names this tenant, and how many of their rows. */
export async function namedIn(tenantId: string): Promise<Record<string, number>> {
  const tables = [...(await tablesOf()), ...NOT_FILLED];
  const read = await env.DB.batch(tables.map((table) => env.DB.prepare(`select * from ${table}`)));
  const counts = tables.map((table, at): [string, number] => {
    const rows = read[at]?.results ?? [];
    return [table, rows.filter((row) => names(JSON.stringify(row), tenantId)).length];
  });
  return Object.fromEntries(counts.filter(([, named]) => named > 0));
}

/** A tenant whose id goes on behind this one's is another. */
function names(text: string, tenantId: string): boolean {
  return new RegExp(`${tenantId}(?![a-z0-9-])`).test(text);
}
