import type { Context } from "hono";
import { failureOf, isRefusal, whenThere, type Refusal, type Soon } from "../http/index.ts";
import { database, type Platform, type Rampart } from "../platform/index.ts";
import { liveIndexOf, unavailable } from "./live/live-index.ts";
import type { Evidence } from "./fusion/evidence.ts";
import type { Index } from "./index/build-index.ts";
import type { Indicator } from "./indicators/indicator.ts";
import { Unconfirmed } from "./lookup/confirm-doubts.ts";
import type { Explained } from "./lookup/explained.ts";
import { lookUp, type Aspect, type Knowledge } from "./lookup/look-up.ts";
import { makeLists } from "./tenant-lists/make-lists.ts";
import { NO_LISTS } from "./tenant-lists/match-lists.ts";
import { ListMemory } from "./tenant-lists/recall-lists.ts";
import { liveEntries } from "./tenant-lists/store.ts";

/** Who asks from where: what a look-up needs of the request that it serves. */
export interface Asker {
  env: Cloudflare.Env;
  platform: Platform;
  /** Keeps work alive when the request goes away. */
  outlive: (work: Promise<unknown>) => void;
  /** Undefined for operators who ask for nobody. */
  tenantId: string | undefined;
}

/** The asker of a route behind the gate. */
export function askerOf(c: Context<Rampart>): Asker {
  return askerFor(c, c.get("admission").tenantId);
}

export function askerFor(c: Context<Rampart>, tenantId: string | undefined): Asker {
  return {
    env: c.env,
    platform: c.get("platform"),
    outlive: (work) => c.executionCtx.waitUntil(work),
    tenantId,
  };
}

const memory = new ListMemory();

/** The index and the tenant's own lists, neither of them older than its bound; at once when warm. */
export function knowledgeFor(asker: Asker): Soon<Knowledge | Refusal> {
  const now = asker.platform.now();
  return knownAlready(asker, now) ?? askForKnowledge(asker, now);
}

async function askForKnowledge(asker: Asker, now: number): Promise<Knowledge | Refusal> {
  const { env, platform, outlive, tenantId } = asker;
  const live = liveIndexOf(env);
  const index = await live.current({ now, log: platform.log, outlive });
  if (isRefusal(index)) return index;
  const lists = tenantId === undefined ? NO_LISTS : await listsOf(asker, tenantId, now);
  if (isRefusal(lists)) return lists;
  return { index, lists, mailSecret: env.INDICATOR_HMAC_KEY, confirm: live.confirm };
}

/** Undefined where something is to be asked for. */
function knownAlready({ env, tenantId }: Asker, now: number): Knowledge | undefined {
  const live = liveIndexOf(env);
  const index = live.peek(now);
  const lists = tenantId === undefined ? NO_LISTS : memory.peek(tenantId, now);
  if (index === undefined || lists === undefined) return undefined;
  return { index, lists, mailSecret: env.INDICATOR_HMAC_KEY, confirm: live.confirm };
}

async function listsOf({ env, platform, outlive }: Asker, tenantId: string, now: number) {
  const load = async (id: string) => makeLists(await liveEntries(database(env), id, now));
  try {
    return await memory.recall(tenantId, { now, outlive, load });
  } catch (error) {
    const reason = failureOf(error);
    platform.log({ level: "error", event: "intel_lists_failed", tenantId, reason });
    return unavailable();
  }
}

/** After a change: the isolate that made it answers by it at once. */
export function forgetLists(tenantId: string): void {
  memory.forget(tenantId);
}

/** The verdict for one who asks; 503 rather than a verdict that lacks what could not be read. */
export function answer(
  asker: Asker,
  indicator: Indicator,
  aspect: Aspect = "reputation",
  further?: (index: Index) => Promise<readonly Evidence[]>,
): Soon<Explained | Refusal> {
  const now = asker.platform.now();
  return whenThere(knowledgeFor(asker), (knowledge) => {
    if (isRefusal(knowledge)) return knowledge;
    const look = (more: readonly Evidence[]) => lookUp(knowledge, indicator, now, aspect, more);
    const explained = further === undefined ? look([]) : further(knowledge.index).then(look);
    return explained instanceof Promise ? explained.catch(refuseUnread) : explained;
  });

  function refuseUnread(error: unknown): Refusal {
    if (!(error instanceof Unconfirmed)) throw error;
    asker.platform.log({
      level: "error",
      event: "intel_block_failed",
      reason: error.message,
      source: error.source,
    });
    return unavailable();
  }
}
