import type { Context } from "hono";
import {
  failureOf,
  isNotNow,
  Problem,
  refuse,
  type Refusal,
  settle,
  timed,
} from "../http/index.ts";
import { database, runTogether, type Rampart } from "../platform/index.ts";
import type { AgentObject } from "./agent/agent-object.ts";
import type { Answer } from "./agent/answer.ts";
import type { D1Update } from "./agent/d1-row.ts";
import type { AgentRef } from "./agent/record.ts";
import { updateStatements } from "./agent-store.ts";
import { DEFAULT_INTERVAL_S } from "./policies/pick-policy.ts";
import { retryAfter } from "./spread.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      AGENT: DurableObjectNamespace<AgentObject>;
    }
  }
}

export type Stub = DurableObjectStub<AgentObject>;

export function stubOf(env: Cloudflare.Env, { tenantId, agentId }: AgentRef): Stub {
  return env.AGENT.get(env.AGENT.idFromName(`${tenantId}/${agentId}`));
}

/** Calls the agent's object. If that is overloaded, the agent is told when to come back. */
export async function callAgent<T>(
  c: Context<Rampart>,
  ref: AgentRef,
  act: (stub: Stub) => Promise<T>,
  otherwise = refuseIfOverloaded(ref.agentId),
): Promise<T> {
  return timed(c, "agent", () => act(stubOf(c.env, ref))).catch(otherwise);
}

/**
 * Catches the error of an overloaded object or D1, and refuses with the agent's own Retry-After: the
 * usual refusal would bring a whole fleet back within seconds.
 */
export function refuseIfOverloaded(
  agent: string,
  intervalOf = () => DEFAULT_INTERVAL_S,
): (error: unknown) => never {
  return (error) => {
    if (error instanceof Problem || !isNotNow(error)) throw error;
    // With these the log says what was overloaded.
    const why = { message: failureOf(error), cause: error };
    throw Object.assign(new Problem(refuseOverload(agent, intervalOf())), why);
  };
}

function refuseOverload(agent: string, intervalS: number): Refusal {
  return refuse(503, "overloaded", "Too much is going on at the moment.", {
    retryAfterSeconds: retryAfter(agent, intervalS),
    retryable: true,
    action: "retry_later",
  });
}

/** Writes the object's update to D1, then gives its outcome or ends the request with its refusal. */
export async function settleAnswer<T>(
  c: Context<Rampart>,
  { update, outcome }: Answer<T>,
  otherwise?: (error: unknown) => never,
): Promise<T> {
  // Most check-ins bring no update.
  if (update !== null) {
    const changed = JSON.parse(update) as D1Update;
    await writeUpdate(c, changed).catch(otherwise ?? refuseIfOverloaded(changed.row.agentId));
  }
  return settle(outcome);
}

/** Writes an update to D1, then tells the object so, in the background. */
export async function writeUpdate(
  c: Context<Rampart>,
  update: D1Update,
  statementsFor = updateStatements,
): Promise<void> {
  const db = database(c.env);
  await runTogether(db, statementsFor(db, update));
  const { log } = c.get("platform");
  const confirming = stubOf(c.env, update.row).updateWritten(update.row.seq);
  const confirmed = confirming.catch((error: unknown) => {
    const { tenantId, agentId } = update.row;
    log({ level: "warn", event: "agent_not_told", tenantId, agentId, reason: failureOf(error) });
  });
  c.executionCtx.waitUntil(confirmed);
}
