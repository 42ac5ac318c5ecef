import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { listPeople } from "../../src/access/index.ts";
import { forgetDead, listDead } from "../../src/events/store.ts";
import { forgetCertificates } from "../../src/fleet/agent-certificate-store.ts";
import { endedCodes } from "../../src/fleet/codes/code-store.ts";
import { listAgents } from "../../src/fleet/list-store.ts";
import { pageRequest } from "../../src/http/contract/index.ts";
import { liveEntries } from "../../src/intel/tenant-lists/store.ts";
import { listInspections } from "../../src/inspection/store.ts";
import type { Database } from "../../src/platform/index.ts";
import { aTenant } from "../support/people.ts";
import { plansOf } from "../support/plans-of.ts";
import { rowsRead } from "../support/rows-read.ts";

const page = pageRequest({});
/** The scan of a table; that of a list which a caller brings (VIRTUAL) is needed in any case. */
const TABLE_SCAN = /^SCAN \w+(?! VIRTUAL)|TEMP B-TREE/;

describe("D1 uses an index and reads no other rows", () => {
  it.each<[string, (db: Database) => Promise<unknown>]>([
    ["certificates that ended", async (db) => forgetCertificates(db, 1, 5)],
    ["enrollment codes that ended", async (db) => endedCodes(db, 1, 5)],
    ["a tenant's own entries", async (db) => liveEntries(db, "t", 1)],
  ])("for %s", async (_what, ask) => {
    const plans = (await plansOf(ask)).flat();
    expect(plans.filter((detail) => TABLE_SCAN.test(detail))).toEqual([]);
  });

  it("for waiting dead letters, and counts them without reading their bodies", async () => {
    const [shown, counted] = await plansOf(async (db) => listDead(db, { replayed: false }, page));
    expect(shown).toEqual(["SCAN dead_events USING INDEX dead_events_waiting"]);
    expect(counted).toEqual(["SCAN dead_events USING COVERING INDEX dead_events_waiting"]);
  });

  it("for dead letters to delete, by the indexes of replayed and of waiting ones", async () => {
    const plan = await plansOf(async (db) => forgetDead(db, { replayed: 1, unsent: 1 }, 5));
    expect(plan.join()).toContain("dead_events_replayed (replayed_at<?)");
    expect(plan.join()).toContain("dead_events_waiting (failed_at<?)");
  });

  it("for the number of inspections, without reading their feedback", async () => {
    const [, counted] = await plansOf(async (db) => listInspections(db, "t", {}, page, 1));
    expect(counted?.join()).not.toContain("inspection_feedback");
  });
});

it("agents after an id are found and counted by the index of ids, without sorting", async () => {
  const [shown, counted] = await plansOf(async (db) =>
    listAgents(db, "all", { after: "0", role: "gateway" }, page, 1),
  );
  expect(shown?.[0]).toBe("SEARCH agents USING INDEX sqlite_autoindex_agents_1 (agent_id>?)");
  expect(shown?.join()).not.toContain("TEMP B-TREE");
  expect(counted).toEqual(["SEARCH agents USING INDEX sqlite_autoindex_agents_1 (agent_id>?)"]);
});

it("a list of a tenant's people does not read the sessions of another tenant's people", async () => {
  const [mine, others] = [await aTenant(), await aTenant()];
  const ask = async (db: Database) => listPeople(db, mine, page, 1_000);
  const before = await rowsRead(ask);
  const [people, sessions] = [50, 1_000];
  const numbers = (count: number) => JSON.stringify(Array.from({ length: count }, (_, at) => at));
  await env.DB.batch([
    env.DB.prepare(
      `insert into people (id, name, role, tenants, created_by, created_at)
       select ?1 || '-' || value, 'x', 'owner', json_array(?1), 'x', 1 from json_each(?2)`,
    ).bind(others, numbers(people)),
    env.DB.prepare(
      `insert into sessions (hash, person_id, created_at, seen_at)
       select ?1 || '/' || value, ?1 || '-' || (value % ${people}), 1, 1 from json_each(?2)`,
    ).bind(others, numbers(sessions)),
  ]);
  expect((await rowsRead(ask)) - before).toBeLessThan(5 * people);
});
