import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { aCode, enrolWith, type EnrollResponse, stubOf, TestAgent, tlsOf } from "../agent.ts";
import { call } from "../call.ts";
import { makeCsr, makeKey } from "../make-csr.ts";
import { anOperator } from "../people.ts";
import type { Ready } from "./send.ts";

type OfAgent<T> = (agent: TestAgent) => T;

/** Prepares a request of an agent, by its certificate. */
export async function byAgent(
  method: string,
  path: OfAgent<string>,
  body?: OfAgent<unknown>,
): Promise<Ready> {
  const agent = await oneMore();
  const cf = { tlsClientAuth: tlsOf(agent.pem) };
  return { method, path: path(agent), body: await body?.(agent), cf, ...around(agent) };
}

/** Prepares a request of an operator about an agent. */
export async function aboutAgent(method: string, path: OfAgent<string>): Promise<Ready> {
  const agent = await oneMore();
  return { method, path: path(agent), as: await anOperator(), ...around(agent) };
}

const MANY = 10_000;
let shared: Promise<{ code: string; as: string }> | undefined;

/** Enrols one more agent. All use one code, because preparing requests takes most of the time. */
async function oneMore(): Promise<TestAgent> {
  shared ??= share();
  const key = await makeKey();
  const answer = await enrolWith((await shared).code, await makeCsr(key));
  return new TestAgent(await answer.json<EnrollResponse>(), key);
}

async function share() {
  const { code } = await aCode({ maxUses: MANY });
  return { code, as: await anOperator() };
}

function around(agent: TestAgent): Pick<Ready, "settle" | "look"> {
  const stub = stubOf(agent);
  return {
    settle: () => runDurableObjectAlarm(stub),
    look: async () => {
      const answer = await call("GET", `/agents/${agent.id}`, { as: (await shared)?.as ?? "" });
      const shown = await answer.json<Record<string, unknown>>();
      const query = env.DB.prepare(`SELECT revoked_at IS NULL AS stands, conflict, policy_id,
        version FROM agents WHERE agent_id = ?`);
      const { status, effective_state, policy, agent: runs } = shown;
      return { status, effective_state, policy, runs, row: await query.bind(agent.id).first() };
    },
  };
}
