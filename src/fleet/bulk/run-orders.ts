import { failureOf, isNotNow } from "../../http/index.ts";
import { DAY_MS, database, given, type Surroundings } from "../../platform/index.ts";
import { doneBy } from "../../access/audit.ts";
import type { Doer } from "../../access/principal.ts";
import type { AgentRef } from "../agent/record.ts";
import { stubOf } from "../call-agent.ts";
import { noteOutcomes, type Outcomes } from "./note-outcomes.ts";
import { findStop } from "./find-stop.ts";
import {
  endOrder,
  fewestTries,
  forgetOrders,
  markCancelled,
  nextAgents,
  noteFailure,
  openOrders,
  type OrderRow,
} from "./store.ts";

const ORDERS_A_TURN = 10;
/** How many agents all orders together have in a turn: each is a call of its own. */
export const AGENTS_A_TURN = 1_000;
/** How many agents are called at a time; their outcomes are noted together. */
const AGENTS_AT_ONCE = 50;
const TURN_MS = 20_000;
/** So long after a cancellation no other turn has agents in hand of which it has not noted the outcome. */
const SETTLED_AFTER_MS = 30_000;
const KEPT_MS = 90 * DAY_MS;
/** The actor that stops orders. */
const ITSELF = "system:bulk";

/** Goes on with all orders, every minute. One that fails does not hold up the others. */
export async function runOrders({ env, platform }: Surroundings): Promise<void> {
  const db = database(env);
  await forgetOrders(db, platform.now() - KEPT_MS);
  const rows = await openOrders(db, ORDERS_A_TURN);
  const most = Math.floor(AGENTS_A_TURN / Math.max(1, rows.length));
  const failures: string[] = [];
  for (const row of rows) {
    const failure = await takeTurn({ env, platform }, row, most);
    if (failure !== undefined) failures.push(`${row.id}: ${failure}`);
  }
  if (failures.length > 0) throw new Error(failures.join("; "));
}

/** Goes on with one order. Gives the reason if that fails; the next turn goes on from there. */
export async function takeTurn(
  { env, platform }: Surroundings,
  row: OrderRow,
  most = AGENTS_A_TURN,
): Promise<string | undefined> {
  try {
    await goOn({ env, platform }, row, most);
    return undefined;
  } catch (error) {
    const reason = failureOf(error);
    platform.log({ level: "error", event: "bulk_turn_failed", order: row.id, reason });
    await noteFailure(database(env), row.id, platform.now()).catch(() => {});
    return reason;
  }
}

/**
 * Takes the agents with the fewest tries, so that one that fails is tried again in a later turn. If
 * it is cut off, some agents are called again, which does no harm.
 */
async function goOn(site: Surroundings, row: OrderRow, most: number): Promise<void> {
  const { env, platform } = site;
  const db = database(env);
  const until = platform.now() + TURN_MS;
  const by = { subject: row.askedBy, ...given({ requestId: row.requestId ?? undefined }) };
  if (row.cancelledAt !== null) {
    const isSettled = platform.now() - row.cancelledAt >= SETTLED_AFTER_MS;
    return isSettled ? endOrder(db, row, platform.now()) : undefined;
  }
  const stop = await findStop(db, row);
  if (stop !== undefined) {
    const trace = { at: platform.now(), actor: ITSELF, action: "fleet.bulk_stopped" };
    return markCancelled(db, row, trace, stop);
  }
  const tries = await fewestTries(db, row.id);
  if (tries === undefined) return endOrder(db, row, platform.now());
  for (let called = 0; called < most && platform.now() < until; called += AGENTS_AT_ONCE) {
    const some = await nextAgents(db, row.id, tries, Math.min(AGENTS_AT_ONCE, most));
    if (some.length > 0) {
      const outcomes = await callAgents(site, row, some, by);
      await noteOutcomes(db, row, tries, outcomes, { at: platform.now(), ...doneBy(by) });
    }
    if (some.length < AGENTS_AT_ONCE) break;
  }
  if ((await fewestTries(db, row.id)) === undefined) await endOrder(db, row, platform.now());
}

async function callAgents(
  { env, platform }: Surroundings,
  { id, action }: OrderRow,
  agents: readonly AgentRef[],
  by: Doer,
): Promise<Outcomes> {
  const outcomes: Outcomes = { done: [], gone: [], unknown: [], overloaded: [], failed: [] };
  const now = platform.now();
  const call = async (agent: AgentRef) => {
    const { agentId, tenantId } = agent;
    try {
      outcomes[await stubOf(env, agent).carryOut(action, now, by)].push(agentId);
    } catch (error) {
      outcomes[isNotNow(error) ? "overloaded" : "failed"].push(agentId);
      const reason = failureOf(error);
      platform.log({
        level: "warn",
        event: "bulk_agent_failed",
        order: id,
        tenantId,
        agentId,
        reason,
      });
    }
  };
  await Promise.all(agents.map(call));
  return outcomes;
}
