import { failureOf, isRefusal, type Refusal, type Soon } from "../http/index.ts";
import { database } from "../platform/index.ts";
import type { Asker } from "./asker.ts";
import { liveIndexOf, unavailable } from "./live/live-index.ts";
import type { Knowledge } from "./lookup/look-up.ts";
import { NO_LISTS, type TenantLists } from "./tenant-lists/match-lists.ts";
import { ListMemory } from "./tenant-lists/recall-lists.ts";
import { renewLists } from "./tenant-lists/renew-lists.ts";

const memory = new ListMemory();

/** The index and the tenant's own lists, not too old; without a promise if both are in memory. */
export function knowledgeFor(asker: Asker): Soon<Knowledge | Refusal> {
  const now = asker.platform.now();
  return knownAlready(asker, now) ?? askForKnowledge(asker, now);
}

async function askForKnowledge(asker: Asker, now: number): Promise<Knowledge | Refusal> {
  const { env, platform, outlive, tenantId } = asker;
  const live = liveIndexOf(env);
  const [index, lists] = await Promise.all([
    live.current({ now, log: platform.log, outlive }),
    tenantId === undefined ? NO_LISTS : listsOf(asker, tenantId, now),
  ]);
  if (isRefusal(index)) return index;
  if (isRefusal(lists)) return lists;
  return { index, lists, mailSecret: env.INDICATOR_HMAC_KEY, confirm: live.confirm };
}

/** Undefined if the index or the lists have to be loaded first. */
function knownAlready({ env, tenantId }: Asker, now: number): Knowledge | undefined {
  const live = liveIndexOf(env);
  const index = live.peek(now);
  const lists = tenantId === undefined ? NO_LISTS : memory.peek(tenantId, now);
  if (index === undefined || lists === undefined) return undefined;
  return { index, lists, mailSecret: env.INDICATOR_HMAC_KEY, confirm: live.confirm };
}

async function listsOf({ env, platform, outlive }: Asker, tenantId: string, now: number) {
  const load = async (id: string, held: TenantLists | undefined) =>
    renewLists(database(env), id, now, held);
  try {
    return await memory.recall(tenantId, { now, outlive, load });
  } catch (error) {
    const reason = failureOf(error);
    platform.log({ level: "error", event: "intel_lists_failed", tenantId, reason });
    return unavailable();
  }
}

/** After a change: this isolate must answer by it at once. */
export function forgetLists(tenantId: string): void {
  memory.forget(tenantId);
}
