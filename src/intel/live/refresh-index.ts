import type { Context } from "hono";
import { surroundingsOf, type Rampart } from "../../platform/index.ts";
import { liveIndexOf } from "./live-index.ts";

/** After a change: this isolate must answer by it at once. */
export async function refreshIndex(c: Context<Rampart>): Promise<void> {
  const { env, platform, outlive } = surroundingsOf(c);
  await liveIndexOf(env).refresh({ now: platform.now(), log: platform.log, outlive });
}
