import type { Context } from "hono";
import { auditStatement } from "../access/audit.ts";
import { refuse, type Refusal, settle, timed } from "../http/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import type { AgentObject } from "./agent/agent-object.ts";
import type { AgentRow } from "./agent/project.ts";
import type { Told } from "./agent/told.ts";
import { projectionStatement } from "./agent-store.ts";
import { DEFAULT_INTERVAL_S } from "./policies/orders.ts";
import { retryAfter } from "./spread.ts";

export interface Named {
  tenantId: string;
  agentId: string;
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
    if (!isOverload(error)) throw error;
    return refuse(503, "overloaded", "Too much is going on at the moment.", {
      retryAfterSeconds: retryAfter(agentId, DEFAULT_INTERVAL_S),
      retryable: true,
      action: "retry_later",
    });
  }
}

/** Passes on to D1 what the object told of, and then settles its outcome. */
export async function hear<T>(c: Context<Rampart>, named: Named, told: Told<T>): Promise<T> {
  // A steady check-in ends here.
  if (told.projection === null && told.audit.length === 0) return settle(told.outcome);
  const db = database(c.env);
  const at = c.get("platform").now();
  const { tenantId, agentId } = named;
  const row = told.projection === null ? undefined : (JSON.parse(told.projection) as AgentRow);
  const traces = told.audit.map(({ action, detail }) =>
    auditStatement(db, {
      at,
      actor: `agent:${agentId}`,
      action,
      tenantId,
      target: agentId,
      detail,
    }),
  );
  const statements = row === undefined ? traces : [projectionStatement(db, row), ...traces];
  const [first, ...rest] = statements;
  if (first !== undefined) await db.batch([first, ...rest]);
  return settle(told.outcome);
}

function isOverload(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { overloaded, retryable } = error as { overloaded?: boolean; retryable?: boolean };
  return overloaded === true || retryable === true;
}
