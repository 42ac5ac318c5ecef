import { failureOf } from "../../http/index.ts";
import { sha256, writeInTurn, type Platform } from "../../platform/index.ts";
import type { Bucket } from "../segments/manifest.ts";
import { decisionOf, wantedBy, type Decision, type Wants } from "./decisions.ts";
import type { ExportRow } from "./export-list.ts";

const DAY_MS = 86_400_000;
/** Well before decisions run out at the bouncer, it gets all of them anew. */
const RENEW_AFTER_MS = 3 * DAY_MS;

export interface Poll {
  tenantId: string;
  keyId: string;
  startup: boolean;
  wants: Wants;
  /** Changes with everything that the list depends on. */
  state: string;
  now: number;
  /** The list of the tenant; asked for only when it is needed. */
  rows: () => Promise<ExportRow[]>;
  log: Platform["log"];
}

/** Stands beside what a bouncer was sent: the state that it knows, and when it was last sent all. */
interface Note {
  state: string;
  fullAt: string;
}

/** What a bouncer gets: CrowdSec writes null for none. */
export interface Changes {
  new: Decision[] | null;
  deleted: Decision[] | null;
}

/** What a tenant's bouncers were sent, a file for each of its keys: its own lists are in it. */
export function filesOf(tenantId: string): string {
  return `intel/bouncers/${tenantId}/`;
}

/**
 * What changed since the same bouncer last asked. What it was sent is kept, so that it is told of
 * every decision that is no more, whatever ended it.
 */
export async function streamDecisions(bucket: Bucket, poll: Poll): Promise<Changes> {
  const { tenantId, keyId, startup, wants, now, log } = poll;
  const file = `${filesOf(tenantId)}${keyId}`;
  const state = `${poll.state} ${sha256(JSON.stringify(wants))}`;
  const before = await bucket.head(file);
  const { state: known, fullAt = "0" } = before?.customMetadata ?? {};
  const isDue = startup || before === null || now - Number(fullAt) > RENEW_AFTER_MS;
  if (!isDue && known === state) return { new: null, deleted: null };
  const sent = new Map(
    (await linesOf(before && (await bucket.get(file)))).map((line) => [valueOf(line), line]),
  );
  const isWanted = wantedBy(wants);
  const wanted = new Map<string, { decision: Decision; line: string }>();
  for (const row of await poll.rows()) {
    const decision = decisionOf(row, now);
    if (isWanted(decision)) wanted.set(row.value, { decision, line: lineOf(decision, row) });
  }
  const decisions = [...wanted.values()];
  // One whose end was moved is sent again, or the bouncer would forget it by the end that it knows.
  const isNews = ({ decision, line }: (typeof decisions)[number]) =>
    isDue || untilOf(sent.get(decision.value)) !== untilOf(line);
  const added = decisions.filter(isNews).map(({ decision }) => decision);
  const gone = [...sent.values()].filter((line) => !wanted.has(valueOf(line)));
  const text = decisions.map(({ line }) => `${line}\n`).join("");
  const note = { state, fullAt: isDue ? String(now) : fullAt };
  await writeInTurn(() => bucket.put(file, text, { customMetadata: note })).catch(
    async (error: unknown) => {
      log({ level: "warn", event: "bouncer_unnoted", tenantId, keyId, reason: failureOf(error) });
      if (!(await isNoted(bucket, file, note))) throw error;
    },
  );
  return {
    new: orNull(added),
    deleted: startup ? null : orNull(gone.map((line) => goneDecision(line, now))),
  };
}

/** What was noted all the same has to be told now; what is told and not kept is never taken back. */
async function isNoted(bucket: Bucket, file: string, { state, fullAt }: Note): Promise<boolean> {
  const kept = (await bucket.head(file))?.customMetadata;
  return kept?.["state"] === state && kept["fullAt"] === fullAt;
}

async function linesOf(kept: R2ObjectBody | null): Promise<string[]> {
  if (kept === null) return [];
  return (await kept.text()).split("\n").filter((line) => line !== "");
}

/** Earlier versions read the first two alone. */
function lineOf({ value, scenario }: Decision, { until }: ExportRow): string {
  return [value, scenario, ...(until === undefined ? [] : [until])].join("\t");
}

function valueOf(line: string): string {
  return line.slice(0, line.indexOf("\t"));
}

/** Undefined of what was never sent, empty of what has no end. */
function untilOf(line: string | undefined): string | undefined {
  return line === undefined ? undefined : (line.split("\t")[2] ?? "");
}

function goneDecision(line: string, now: number): Decision {
  const [value = "", scenario = ""] = line.split("\t");
  return decisionOf({ value, category: scenario.slice("rampart/".length) }, now);
}

function orNull(decisions: Decision[]): Decision[] | null {
  return decisions.length === 0 ? null : decisions;
}
