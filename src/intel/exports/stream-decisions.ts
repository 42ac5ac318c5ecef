import { DAY_MS, sha256, type Platform } from "../../platform/index.ts";
import type { Bucket } from "../segments/manifest.ts";
import { decisionOf, wantedBy, type Decision, type Wants } from "./decisions.ts";
import type { ExportRow } from "./export-list.ts";
import { keepSent } from "./keep-sent.ts";

/** All decisions are sent again after this time, well before they end at the bouncer. */
const RENEW_AFTER_MS = 3 * DAY_MS;
/** A bouncer may stop waiting after some seconds, without our knowing. */
const SURELY_AWAITED_MS = 2_000;
/** As the state, or the end of a decision, it differs from every real one: it is sent once more. */
const UNSURE = "unsure";

export interface Poll {
  tenantId: string;
  keyId: string;
  startup: boolean;
  /** What the key was sent before. */
  before: R2Object | null;
  wants: Wants;
  /** Differs whenever the list may differ. */
  state: string;
  now: number;
  /** Makes the tenant's list; called only if it is needed. */
  rows: () => Promise<ExportRow[]>;
  platform: Pick<Platform, "now" | "log">;
}

/** The answer to a bouncer; null for none, as CrowdSec has it. */
export interface Changes {
  new: Decision[] | null;
  deleted: Decision[] | null;
}

/** The folder of what a tenant's bouncers were sent, with a file for each key. */
export function filesOf(tenantId: string): string {
  return `intel/bouncers/${tenantId}/`;
}

export function fileOf(tenantId: string, keyId: string): string {
  return `${filesOf(tenantId)}${keyId}`;
}

/**
 * What changed since the same bouncer last asked. What it was sent is stored, so that it hears of every
 * decision that has ended, whatever the reason.
 */
export async function streamDecisions(bucket: Bucket, poll: Poll): Promise<Changes> {
  const { tenantId, keyId, startup, before, wants, now, platform } = poll;
  const file = fileOf(tenantId, keyId);
  const state = `${poll.state} ${sha256(JSON.stringify(wants))}`;
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
  // A decision whose end has moved is sent again, or the bouncer would drop it at the old end.
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
  // Not for a start, which the bouncer repeats until it gets it; nor for what is sent for the
  // second time.
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

/** Value, scenario, and the end if there is one. Earlier versions read only the first two. */
function lineOf({ value, scenario }: Decision, { until }: ExportRow): string {
  return [value, scenario, ...(until === undefined ? [] : [until])].join("\t");
}

/** A line that the bouncer may not have got: the next poll sends it again, or its end. */
function doubt(line: string): string {
  const [value, scenario] = line.split("\t");
  return [value, scenario, UNSURE].join("\t");
}

function valueOf(line: string): string {
  return line.slice(0, line.indexOf("\t"));
}

/** Undefined if it was never sent; empty if it has no end. */
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
