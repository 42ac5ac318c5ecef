import type { Context } from "hono";
import { failureOf, isNotNow, refuse, type Refusal, settle, timed } from "../http/index.ts";
import { database, runTogether, type Rampart } from "../platform/index.ts";
import type { AgentObject } from "./agent/agent-object.ts";
import type { Told } from "./agent/told.ts";
import type { Telling } from "./agent/project.ts";
import type { Named } from "./agent/record.ts";
import { tellingStatements } from "./agent-store.ts";
import { DEFAULT_INTERVAL_S } from "./policies/orders.ts";
import { retryAfter } from "./spread.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      AGENT: DurableObjectNamespace<AgentObject>;
    }
  }
}

type Stub = DurableObjectStub<AgentObject>;

export function stubOf(env: Cloudflare.Env, { tenantId, agentId }: Named): Stub {
  return env.AGENT.get(env.AGENT.idFromName(`${tenantId}/${agentId}`));
}

/** Calls the agent's object; when that is overloaded the agent is told when to come back. */
export async function callAgent<T>(
  c: Context<Rampart>,
  named: Named,
  act: (stub: Stub) => Promise<T>,
): Promise<T> {
  return settle<T>(
    await withOverloadHeeded(named.agentId, () =>
      timed(c, "agent", () => act(stubOf(c.env, named))),
    ),
  );
}

/** An object that has too much to do is a refusal that says when to come back. */
export async function withOverloadHeeded<T>(
  agentId: string,
  act: () => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await act();
  } catch (error) {
    if (!isNotNow(error)) throw error;
    return refuse(503, "overloaded", "Too much is going on at the moment.", {
      retryAfterSeconds: retryAfter(agentId, DEFAULT_INTERVAL_S),
      retryable: true,
      action: "retry_later",
    });
  }
}

/** Passes on to D1 what the object told of, and then settles its outcome. */
export async function hear<T>(c: Context<Rampart>, { telling, outcome }: Told<T>): Promise<T> {
  // A steady check-in ends here.
  if (telling !== null) await passOn(c, JSON.parse(telling) as Telling);
  return settle(outcome);
}

/** D1 is waited for; the object hears afterwards that nothing is owed any more. */
export async function passOn(c: Context<Rampart>, telling: Telling): Promise<void> {
  const db = database(c.env);
  await runTogether(db, tellingStatements(db, telling));
  const { log } = c.get("platform");
  const hearing = stubOf(c.env, telling.row).told(telling.row.seq);
  const heard = hearing.catch((error: unknown) => {
    const { tenantId, agentId } = telling.row;
    log({ level: "warn", event: "agent_not_told", tenantId, agentId, reason: failureOf(error) });
  });
  c.executionCtx.waitUntil(heard);
}
