import { sha256, writeInTurn } from "../../platform/index.ts";
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
  const { tenantId, keyId, startup, wants, now } = poll;
  const file = `${filesOf(tenantId)}${keyId}`;
  const state = `${poll.state} ${sha256(JSON.stringify(wants))}`;
  const before = await bucket.head(file);
  const { state: known, fullAt = "0" } = before?.customMetadata ?? {};
  const isDue = startup || before === null || now - Number(fullAt) > RENEW_AFTER_MS;
  if (!isDue && known === state) return { new: null, deleted: null };
  const sent = new Map(
    (await linesOf(before && (await bucket.get(file)))).map((line) => [valueOf(line), line]),
  );
  const decisions = (await poll.rows()).map(decisionOf);
  const wanted = decisions.filter(wantedBy(wants));
  const values = new Set(wanted.map(({ value }) => value));
  const added = isDue ? wanted : wanted.filter(({ value }) => !sent.has(value));
  const gone = [...sent.values()].filter((line) => !values.has(valueOf(line)));
  const text = wanted.map(({ value, scenario }) => `${value}\t${scenario}\n`).join("");
  const customMetadata = { state, fullAt: isDue ? String(now) : fullAt };
  await writeInTurn(() => bucket.put(file, text, { customMetadata }));
  return { new: orNull(added), deleted: startup ? null : orNull(gone.map(goneDecision)) };
}

async function linesOf(kept: R2ObjectBody | null): Promise<string[]> {
  if (kept === null) return [];
  return (await kept.text()).split("\n").filter((line) => line !== "");
}

function valueOf(line: string): string {
  return line.slice(0, line.indexOf("\t"));
}

function goneDecision(line: string): Decision {
  const [value = "", scenario = ""] = line.split("\t");
  return decisionOf({ value, category: scenario.slice("rampart/".length) });
}

function orNull(decisions: Decision[]): Decision[] | null {
  return decisions.length === 0 ? null : decisions;
}
