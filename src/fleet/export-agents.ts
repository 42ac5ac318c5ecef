import { and } from "drizzle-orm";
import { auditStatement, doneBy } from "../access/audit.ts";
import type { Doer, Reach } from "../access/principal.ts";
import { writeCsv } from "../http/index.ts";
import { groupsOf, runTogether, type Database } from "../platform/index.ts";
import { agentCells, AGENT_COLUMNS } from "./agent-cells.ts";
import { findIds, readAgents } from "./export-store.ts";
import { conditions, type ReadyFilter } from "./list-filter.ts";
import type { WantedVersions } from "./semver.ts";

/** How many agents a file has at most. */
const MAX_EXPORTED = 100_000;
const ROWS_A_READ = 1_000;
/** How much of the filter is traced, as it was asked: an address may have anything in it. */
const MAX_TRACED = 1_000;

interface Wanted {
  reach: Reach;
  filter: ReadyFilter;
  versions: WantedVersions;
  /** The address of this file, which is that of the next one with another `after`. */
  address: string;
  /** Of the request: HEAD exports nothing. */
  method: string;
}

/**
 * The agents that fit, by id, as CSV. Who they are is found at once; their rows are read while the file
 * is sent, so it is never in memory whole. One that leaves meanwhile is left out.
 */
export async function exportAgents(
  db: Database,
  by: Doer,
  { reach, filter, versions, address, method }: Wanted,
  now: number,
): Promise<ReadableStream<Uint8Array> | null> {
  if (method === "HEAD") return null;
  const ids = await findIds(db, and(...conditions(reach, filter, now)), MAX_EXPORTED + 1);
  const count = Math.min(ids.length, MAX_EXPORTED);
  await noteExport(db, by, { reach, filter, address, count }, now);
  const parts = groupsOf(ids.slice(0, MAX_EXPORTED), ROWS_A_READ);
  const last = ids.length > MAX_EXPORTED ? ids[MAX_EXPORTED - 1] : undefined;
  async function* lines() {
    yield writeCsv([AGENT_COLUMNS]);
    for (const part of parts) {
      const read = await readAgents(db, part, now);
      yield writeCsv(read.map((agent) => agentCells(agent, versions)));
    }
    if (last !== undefined) yield writeCsv([["more", nextOf(address, last)]]);
  }
  return streamOf(lines());
}

function nextOf(address: string, last: string): string {
  const next = new URL(address);
  next.searchParams.set("after", last);
  return next.href;
}

function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await texts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await texts.return(undefined);
    },
  });
}

interface Export extends Pick<Wanted, "reach" | "filter" | "address"> {
  count: number;
}

/** A line in the log of each tenant whose agents the file may have; an operator's whole file is one. */
async function noteExport(db: Database, by: Doer, what: Export, now: number): Promise<void> {
  const { reach, filter, address, count } = what;
  const whole = reach === "all" ? [null] : reach;
  const owners = filter.tenant === undefined ? whole : [filter.tenant];
  const asked = new URL(address).search.slice(1, 1 + MAX_TRACED);
  // How many a file for several tenants has is told to none of them.
  const detail = { filter: asked, ...(owners.length === 1 ? { count } : {}) };
  const line = { at: now, ...doneBy(by), action: "fleet.exported", detail };
  await runTogether(
    db,
    owners.map((tenantId) => auditStatement(db, { ...line, tenantId })),
  );
}
