import { PAGES } from "../../../src/portal/gate/page-table.ts";
import { DAY_MS } from "../../../src/platform/spans.ts";
import type { Bench } from "../start-bench.ts";

const AGENTS = 100_000;
const TENANTS = 20;
const WARM_UP = 3;
const TURNS = 15;
const MOST_MS = 50;
const SLOWEST = 12;
/** Addresses that answer with a file or a redirect, and so are no pages. */
const NO_PAGES = new Set([
  "/portal/t/:tenantId/usage.csv",
  "/portal/t/:tenantId/audit.csv",
  "/portal/audit.csv",
  "/portal/docs",
  "/portal/t/:tenantId/try",
]);

/**
 * Pages that people open in a large fleet: filters that match many, few and no agents, the last page,
 * one agent.
 */
const FLEET_PAGES = [
  "/portal/fleet/collectors?status=online",
  "/portal/fleet/collectors?status=missing",
  "/portal/fleet/collectors?q=host-77777",
  "/portal/fleet/collectors?q=nowhere",
  "/portal/t/fleet-0/collectors?status=degraded&q=host-5",
  "/portal/t/fleet-0/collectors?page=90",
];

/**
 * Measures every page that needs no more than a tenant, for an operator, over a fleet of 100,000
 * agents.
 */
export async function* reportPortal(bench: Bench): AsyncGenerator<string> {
  await fillFleet(bench);
  const cookie = await signIn(bench);
  const paths = [...pagesOf("fleet-0"), ...FLEET_PAGES];
  const times: { path: string; median: number; worst: number }[] = [];
  for (const path of paths) {
    const took = await timePage(bench, path, cookie);
    times.push({ path, median: took[Math.floor(took.length / 2)] ?? 0, worst: took.at(-1) ?? 0 });
  }
  const sorted = times.toSorted((one, other) => other.median - one.median);
  const slow = sorted.filter(({ median }) => median >= MOST_MS).length;
  yield `${AGENTS} agents, ${paths.length} pages, ${TURNS} turns each; the slowest:`;
  for (const { path, median, worst } of sorted.slice(0, SLOWEST)) {
    yield `${median.toFixed(1).padStart(8)} ms median ${worst.toFixed(1).padStart(8)} ms worst  ${path}`;
  }
  yield `pages at or above ${MOST_MS} ms: ${slow}${slow === 0 ? ", reached" : ", missed"}`;
}

function pagesOf(tenantId: string): string[] {
  return Object.keys(PAGES)
    .filter((route) => route.startsWith("GET "))
    .map((route) => route.slice("GET ".length))
    .filter((path) => !NO_PAGES.has(path))
    .map((path) => path.replace(":tenantId", tenantId))
    .filter((path) => !path.includes("/:"));
}

async function timePage(bench: Bench, path: string, cookie: string): Promise<number[]> {
  const took: number[] = [];
  for (let turn = 0; turn < WARM_UP + TURNS; turn += 1) {
    const startedAt = performance.now();
    const answer = await fetch(bench.url({ worker: "product", path }), { headers: { cookie } });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    if (turn >= WARM_UP) took.push(performance.now() - startedAt);
  }
  return took.toSorted((one, other) => one - other);
}

/** Writes agents straight into the table that lists read. */
async function fillFleet({ ask, database }: Bench): Promise<void> {
  for (let tenant = 0; tenant < TENANTS; tenant += 1) {
    const tenantId = `fleet-${tenant}`;
    await ask("POST", "/admin/tenants", { tenantId, name: tenantId, plan: "team" });
  }
  const now = Date.now();
  const sql = `INSERT INTO agents (agent_id, tenant_id, role, region, code_id, enrolled_at, seq,
      last_seen, watched, interval_s, health, conflict, cert_fingerprint, cert_not_after,
      cert_expiring_from, version, policy_id, policy_revision, hostname, os, labels, search)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${AGENTS})
    SELECT printf('00000000-0000-7000-8000-%012d', i), 'fleet-' || (i % ${TENANTS}), 'collector',
      'eu-' || (i % 7), 'code', ${now} - i, 1, ${now} - (i % 97) * 600000, i % 2, 60,
      CASE i % 11 WHEN 0 THEN 'degraded' ELSE 'healthy' END, 0, printf('%064d', i),
      ${now + 90 * DAY_MS}, ${now + 60 * DAY_MS}, '1.4.' || (i % 9), 'default', 1,
      'host-' || i, 'linux', '{}', 'host-' || i || ' linux'
    FROM n`;
  await database.prepare(sql).run();
}

async function signIn(bench: Bench): Promise<string> {
  const order = { name: "Bench", role: "owner" };
  const { url } = await bench.ask<{ url: string }>("POST", "/admin/invites", order);
  const { pathname } = new URL(url);
  const answer = await fetch(bench.url({ worker: "product", path: pathname }), {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin" },
  });
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("__Host-sid="));
  if (cookie === undefined) throw new Error(`no session came: ${answer.status}`);
  return cookie.split(";")[0] ?? "";
}
