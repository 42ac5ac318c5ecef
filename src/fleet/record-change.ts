import type { Context } from "hono";
import type { Rampart } from "../platform/index.ts";
import type { AgentRow, D1Update } from "./agent/d1-row.ts";
import type { AgentRef } from "./agent/record.ts";
import { relistStatements, updateStatements } from "./agent-store.ts";
import { writeUpdate } from "./call-agent.ts";

/**
 * Writes to D1 what an operator changed. An agent without a row there, as after a restore, gets its
 * row again.
 */
export async function recordChange(
  c: Context<Rampart>,
  agent: AgentRef | AgentRow,
  text: string,
): Promise<AgentRow> {
  const update = JSON.parse(text) as D1Update;
  await writeUpdate(c, update, "seq" in agent ? updateStatements : relistStatements);
  return update.row;
}
