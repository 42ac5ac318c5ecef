import { env } from "cloudflare:workers";
import { sweepSegments } from "../../../src/intel/jobs.ts";
import { DAY_MS, livePlatform } from "../../../src/platform/index.ts";

/** What is stored: the number of rows by table, of audit lines by action, and of files. */
export type Standing = Record<string, number>;

/** Two sweeps: the first finds files that nothing refers to, and the next deletes them. */
const SWEEPS_MS = [10 * DAY_MS, 11 * DAY_MS];
/** Tables that are counted by action, or that consumers and alarms write at a time of their own. */
const ELSEWHERE = new Set([
  "audit_log",
  "sqlite_sequence",
  "dead_events",
  "events_done",
  "usage_hours",
  "ai_calls",
]);
/** Each look of an operator into a tenant leaves an audit line, even if the request then fails. */
const LOOKS = /^trace of tenants\./;

export async function whatStands(): Promise<Standing> {
  const counts = (await tables()).map((name) => `(SELECT count(*) FROM "${name}") AS "${name}"`);
  const [rows, traces] = await env.DB.batch<Record<string, number | string>>([
    env.DB.prepare(`SELECT ${counts.join(", ")}`),
    env.DB.prepare("SELECT action, count(*) AS n FROM audit_log GROUP BY action"),
  ]);
  const standing: Standing = { ...(rows?.results[0] as Standing | undefined) };
  for (const { action, n } of traces?.results ?? []) standing[`trace of ${action}`] = Number(n);
  standing["files"] = (await env.OBJECTS.list()).objects.length;
  return standing;
}

/** Runs the nightly sweep for files that nothing refers to, some days later. */
export async function sweepFiles(): Promise<void> {
  for (const later of SWEEPS_MS) {
    await sweepSegments(env, { ...livePlatform, now: () => Date.now() + later, log: () => {} });
  }
}

/** Returns what is more now, or less. */
export function difference(before: Standing, after: Standing): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names
    .map((name) => ({ name, by: (after[name] ?? 0) - (before[name] ?? 0) }))
    .filter(({ name, by }) => by !== 0 && !LOOKS.test(name))
    .map(({ name, by }) => `${by > 0 ? "+" : ""}${by} ${name}`)
    .join(", ");
}

let known: string[] | undefined;

async function tables(): Promise<string[]> {
  const query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'";
  known ??= (await env.DB.prepare(query).all<{ name: string }>()).results.map(({ name }) => name);
  return known.filter((name) => !ELSEWHERE.has(name));
}
