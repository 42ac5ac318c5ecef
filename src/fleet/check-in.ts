import type { Context } from "hono";
import { readEventTime } from "../events/find-problems.ts";
import { isRefusal } from "../http/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import type { CheckedIn, CheckInOrder, Report } from "./agent/take-report.ts";
import { textOf } from "./agent/text-of.ts";
import type { Answer } from "./agent/answer.ts";
import { callAgent, refuseIfOverloaded, settleAnswer } from "./call-agent.ts";
import { agentCallUnder, certificateOf } from "./identify-agent.ts";
import type { CheckinRequest } from "./schemas.ts";
import { fleetRules } from "./fleet-rules.ts";
import { noteTold, usualInterval } from "./usual-interval.ts";

/**
 * Serves both check-in routes: one call of the agent's object, and D1 only if that gives an update.
 */
export async function checkIn(
  c: Context<Rampart>,
  id: string,
  body: CheckinRequest,
): Promise<CheckedIn> {
  const ref = certificateOf(c);
  const now = c.get("platform").now();
  const { tenantId, agentId } = ref;
  const refuseOverload = refuseIfOverloaded(agentId, () => usualInterval(tenantId, now));
  const rules = await fleetRules(database(c.env), tenantId, now).catch(refuseOverload);
  const call = agentCallUnder(c, "check_in", id, rules);
  const { colo, country } = (c.req.raw.cf ?? {}) as { colo?: string; country?: string };
  const report: Report = {
    role: body.role,
    machine: textOf(body.machine),
    agent: textOf(body.agent),
    status: textOf(body.status),
    cert: textOf(body.cert),
    sentAt: readEventTime(body.sent_at),
    ip: c.req.header("cf-connecting-ip") ?? null,
    colo: colo ?? null,
    country: country ?? null,
  };
  const { policies } = rules;
  const order = JSON.stringify({ call, report, policies } satisfies CheckInOrder);
  const sent = await callAgent(c, ref, (stub) => stub.checkIn(order), refuseOverload);
  const answer = JSON.parse(sent) as Answer<CheckedIn>;
  if (!isRefusal(answer.outcome)) noteTold(tenantId, policies, answer.outcome.policyId, now);
  return settleAnswer(c, answer, refuseOverload);
}
