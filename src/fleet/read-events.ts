import type { Context } from "hono";
import type { PageRequest } from "../http/contract/index.ts";
import { eventTextOf } from "../events/event.ts";
import { MAX_NESTING, nestsDeeper } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";
import type { AgentRef } from "./agent/record.ts";
import { callAgent } from "./call-agent.ts";

/** The last events of one agent, newest first, from its own object. */
export async function readEvents(c: Context<Rampart>, ref: AgentRef, page: PageRequest) {
  const { items, total } = await callAgent(c, ref, (stub) =>
    stub.recentEvents(page.limit, page.offset),
  );
  return { items: items.map(({ line, sent }) => ({ ...readLine(line), published: sent })), total };
}

const decoder = new TextDecoder();

function readLine(bytes: ArrayBuffer): Record<string, unknown> {
  const line = decoder.decode(bytes);
  const { event, ...stamps } = JSON.parse(line) as Record<string, unknown>;
  return { ...stamps, event: nestsDeeper(event, MAX_NESTING) ? eventTextOf(line) : event };
}
