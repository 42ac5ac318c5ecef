import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { AgentRow } from "../../src/fleet/agent/d1-row.ts";
import { findAgent, relistStatements } from "../../src/fleet/agent-store.ts";
import { agents } from "../../src/fleet/tables.ts";
import { database, runTogether } from "../../src/platform/index.ts";
import { anAgent } from "../support/agent.ts";
import { aTenant } from "../support/people.ts";

/** Columns that came later, with their defaults in D1. */
const LATER = {
  codePolicyId: null,
  reportedPolicy: null,
  counters: { checkins_24h: 0, events_24h: 0, rejected_24h: 0 },
};

describe("a row sent by an agent's object of the version before", () => {
  it("is written with defaults for the columns that the row lacks", async () => {
    const db = database(env);
    const { id } = await anAgent({ tenantId: await aTenant() });
    const row = await findAgent(db, id);
    const { codePolicyId: _, counters: __, reportedPolicy: ___, ...older } = row as AgentRow;
    await db.delete(agents).where(eq(agents.agentId, id));

    await runTogether(db, relistStatements(db, { row: older as AgentRow, notes: [] }));
    expect(await findAgent(db, id)).toEqual({ ...older, ...LATER });
  });
});
