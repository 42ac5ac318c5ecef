import type { Context } from "hono";
import { database, type Rampart } from "../platform/index.ts";
import { versionsOf } from "./semver.ts";
import type { viewOfSelf } from "./agent/view-of-self.ts";
import type { ViewOptions } from "./agent/views.ts";
import { callAgent, settleAnswer } from "./call-agent.ts";
import { agentCallOf, certificateOf } from "./identify-agent.ts";
import { fleetRules } from "./fleet-rules.ts";

export async function showSelf(c: Context<Rampart>): Promise<ReturnType<typeof viewOfSelf>> {
  const ref = certificateOf(c);
  const call = await agentCallOf(c, "me", null);
  const options = await viewOptions(c, ref.tenantId);
  const answer = await callAgent(c, ref, (stub) => stub.me(call, options));
  return JSON.parse(await settleAnswer(c, answer)) as ReturnType<typeof viewOfSelf>;
}

export async function viewOptions(c: Context<Rampart>, tenantId: string): Promise<ViewOptions> {
  const now = c.get("platform").now();
  const { settings, policies } = await fleetRules(database(c.env), tenantId, now);
  const { renewBefore } = settings;
  return { now, versions: versionsOf(c.env), renewBefore, policies };
}
