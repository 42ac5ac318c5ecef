import { env } from "cloudflare:workers";
import { sweepSegments } from "../../../src/intel/jobs.ts";
import { livePlatform } from "../../../src/platform/index.ts";

/** How many of what there is: rows by table, traces by action, files. */
export type Standing = Record<string, number>;

const DAY_MS = 86_400_000;
/** The one finds what nobody names, and the next takes it. */
const SWEEPS_MS = [10 * DAY_MS, 11 * DAY_MS];
/** Counted by action, or written by consumers and alarms at a time of their own. */
const ELSEWHERE = new Set([
  "audit_log",
  "sqlite_sequence",
  "dead_events",
  "events_done",
  "usage_hours",
  "ai_calls",
]);
/** Each look of an operator into a tenant is told, and one whose request failed was one too. */
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

/** The nightly look for files that nobody names, some days later. */
export async function sweepFiles(): Promise<void> {
  for (const later of SWEEPS_MS) {
    await sweepSegments(env, { ...livePlatform, now: () => Date.now() + later, log: () => {} });
  }
}

/** What is more now, or less. */
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
