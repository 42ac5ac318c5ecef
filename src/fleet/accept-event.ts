import type { Context } from "hono";
import { normalise } from "../events/normalise.ts";
import { type Rampart, uuidv7 } from "../platform/index.ts";
import { callAgent, settleAnswer } from "./call-agent.ts";
import { agentCallOf, certificateOf } from "./identify-agent.ts";

/** Accepts an agent's event; the agent's object stores it before the answer. */
export async function acceptEvent(
  c: Context<Rampart>,
  id: string,
  body: Record<string, unknown>,
): Promise<{ eventId: string | null; replayed: boolean }> {
  const ref = certificateOf(c);
  const now = c.get("platform").now();
  const event = normalise(body, await c.req.text(), () => uuidv7(now));
  const call = await agentCallOf(c, "events", id);
  const ingestId = uuidv7(now);
  const answer = await callAgent(c, ref, (stub) => stub.acceptEvent(call, event, ingestId));
  const outcome = await settleAnswer(c, answer);
  return { eventId: event.eventId, replayed: outcome === "replayed" };
}
