import type { Context } from "hono";
import type { PageRequest } from "../http/contract/index.ts";
import type { Rampart } from "../platform/index.ts";
import { callAgent, type Named } from "./call-agent.ts";

/** The last events of one agent, newest first, from its own object. */
export async function readEvents(c: Context<Rampart>, named: Named, page: PageRequest) {
  const { items, total } = await callAgent(c, named, (stub) =>
    stub.recentEvents(page.limit, page.offset),
  );
  const events = items.map(({ line, sent }) => ({
    ...(JSON.parse(line) as Record<string, unknown>),
    published: sent,
  }));
  return { items: events, total };
}
