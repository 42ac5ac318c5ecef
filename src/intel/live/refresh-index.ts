import type { Context } from "hono";
import type { Rampart } from "../../platform/index.ts";
import { liveIndexOf } from "./live-index.ts";

/** After a change: this isolate must answer by it at once. */
export async function refreshIndex(c: Context<Rampart>): Promise<void> {
  const { now, log } = c.get("platform");
  const outlive = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  await liveIndexOf(c.env).refresh({ now: now(), log, outlive });
}
