import { DAY_MS, sha256, type Platform } from "../../platform/index.ts";
import type { Bucket } from "../segments/manifest.ts";
import { decisionOf, wantedBy, type Decision, type Wants } from "./decisions.ts";
import type { ExportRow } from "./export-list.ts";
import { keepSent } from "./keep-sent.ts";

/** Well before decisions run out at the bouncer, it gets all of them anew. */
const RENEW_AFTER_MS = 3 * DAY_MS;
/** A bouncer may give up waiting after some seconds, and nobody tells that it did. */
const SURELY_AWAITED_MS = 2_000;
/** Stands for a state that nobody has, and for an end that no decision has: it is told once more. */
const UNSURE = "unsure";

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
  platform: Pick<Platform, "now" | "log">;
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
  const { tenantId, keyId, startup, wants, now, platform } = poll;
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
  const noteOf = (its: string) => ({ state: its, fullAt: isDue ? String(now) : fullAt });
  const sure = { text: textOf(decisions.map(({ line }) => line)), note: noteOf(state) };
  const unsure = () => {
    const lines = decisions.map((one) => (isNews(one) ? doubt(one.line) : one.line));
    return { text: textOf([...lines, ...gone.map(doubt)]), note: noteOf(UNSURE) };
  };
  // A start is asked for again until it is heard, and what is told again is told no third time.
  const isLate = () => !startup && known !== UNSURE && platform.now() - now > SURELY_AWAITED_MS;
  const place = { bucket, file, before, log: platform.log, who: { tenantId, keyId } };
  await keepSent(place, { sure, unsure, isLate });
  return {
    new: orNull(added),
    deleted: startup ? null : orNull(gone.map((line) => goneDecision(line, now))),
  };
}

async function linesOf(kept: R2ObjectBody | null): Promise<string[]> {
  if (kept === null) return [];
  return (await kept.text()).split("\n").filter((line) => line !== "");
}

function textOf(lines: string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** Earlier versions read the first two alone. */
function lineOf({ value, scenario }: Decision, { until }: ExportRow): string {
  return [value, scenario, ...(until === undefined ? [] : [until])].join("\t");
}

/** What a bouncer may have heard, and may not: wanted or no more, it is news for it. */
function doubt(line: string): string {
  const [value, scenario] = line.split("\t");
  return [value, scenario, UNSURE].join("\t");
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
