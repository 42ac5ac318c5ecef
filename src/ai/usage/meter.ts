import { failureOf } from "../../http/index.ts";
import { uuidv7, type Platform } from "../../platform/index.ts";
import type { Caller } from "../caller.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import type { Outside, Tried } from "../providers/call-provider.ts";
import { limitsOf } from "../settings/tenant-ai.ts";
import type { Unit } from "./outcome.ts";
import { costOf, type Price, type Used } from "./prices.ts";
import type { CallEnd } from "./metered-call.ts";
import type { Over } from "./spend-book.ts";

const OK = 200;
const NOT_OK = 300;

export interface Wanted {
  provider: string;
  model: string;
  unit: Unit;
  /** The most units that the call can use. */
  mostIn: number;
  mostOut: number;
  price: Price | undefined;
}

export interface Measured<T> {
  value: T;
  /** Undefined if it is unknown, as when an answer broke off. */
  used: Used | undefined;
}

export interface Stopped {
  stopped: Over | "price_unknown";
}

export interface Paid<T> {
  value: T;
  end: CallEnd;
}

/**
 * Calls a provider within the tenant's limits, and records what the call used. Undefined if the
 * provider gave no good answer; `stopped` if it was not called at all.
 */
export async function meter<T>(
  caller: Caller,
  wanted: Wanted,
  run: (outside: Outside) => Promise<Measured<T> | undefined>,
): Promise<Paid<T> | Stopped | undefined> {
  const { env, platform, tenantId, userId, operation, traceId, ai } = caller;
  const { provider, model, unit, mostIn, mostOut, price } = wanted;
  const limits = limitsOf(ai.settings);
  const free = mostIn + mostOut === 0;
  if (limits.monthlyMicroUsd !== undefined && price === undefined && !free) {
    return { stopped: "price_unknown" };
  }
  const book = knowledgeOf(env, tenantId);
  const at = platform.now();
  const id = uuidv7(at);
  const answer = await book.reserveSpend({
    call: { id, tenantId, userId, operation, provider, model, unit, traceId, at },
    micros: price === undefined ? 0 : costOf(price, { unitsIn: mostIn, unitsOut: mostOut }),
    tokens: unit === "token" ? mostIn + mostOut : 0,
    limits,
  });
  if (answer !== "reserved") return { stopped: answer };
  const { outside, seen } = watch(platform);
  const startedAt = performance.now();
  const measured = await run(outside);
  if (measured === undefined && !seen.asked) {
    await tryToTell(caller, async () => book.releaseSpend(id));
    return undefined;
  }
  if (measured?.used === undefined && seen.givenUp) caller.late?.();
  const end = callEndOf(measured, seen, price, Math.round(performance.now() - startedAt));
  logCall(caller, wanted, end);
  const settled = tryToTell(caller, async () => book.settleSpend(id, end));
  caller.outlive(settled);
  await settled;
  return measured && { value: measured.value, end };
}

/**
 * Tells the tenant's object how a call ended. If the object does not hear it, the reservation stays as
 * it is, and the answer is not lost.
 */
async function tryToTell({ platform, tenantId }: Caller, say: () => Promise<void>): Promise<void> {
  try {
    await say();
  } catch (error) {
    const reason = failureOf(error);
    platform.log({ level: "error", event: "ai_call_unsettled", tenantId, reason });
  }
}

/**
 * Logs each call, without its texts. The caller only hears that no model answered, and not that a key
 * is wrong or an address gone.
 */
function logCall(
  { platform, tenantId, operation, traceId }: Caller,
  { provider, model, unit }: Wanted,
  { outcome, statusCode, latencyMs, unitsIn, unitsOut }: CallEnd,
): void {
  const call = { tenantId, traceId, operation, statusCode, latencyMs };
  if (outcome !== "ok") {
    platform.log({ level: "warn", event: "ai_call_failed", ...call, provider, model, outcome });
    return;
  }
  const tokens = {
    "gen_ai.usage.input_tokens": unitsIn,
    "gen_ai.usage.output_tokens": unitsOut,
  };
  platform.log({
    level: "info",
    event: "ai_call",
    ...call,
    "gen_ai.provider.name": provider,
    "gen_ai.request.model": model,
    ...(unit === "token" ? tokens : {}),
  });
}

interface Seen extends Tried {
  asked: boolean;
  /** Whether at least one of the tries was answered. */
  answered: boolean;
}

/** The same outside world, which records how the calls to it ended. */
function watch({ fetch, now }: Platform): { outside: Outside; seen: Seen } {
  const seen: Seen = { asked: false, answered: false, status: null, givenUp: false };
  const note = ({ status, givenUp }: Tried) => {
    seen.asked = true;
    seen.status = status;
    seen.givenUp ||= givenUp;
    seen.answered ||= status !== null && status >= OK && status < NOT_OK;
  };
  return { outside: { fetch, now, note }, seen };
}

function callEndOf(
  measured: Measured<unknown> | undefined,
  { status, answered, givenUp }: Seen,
  price: Price | undefined,
  latencyMs: number,
): CallEnd {
  const common = { latencyMs, statusCode: status };
  if (measured?.used !== undefined) {
    const { unitsIn, unitsOut } = measured.used;
    const costMicros = price === undefined ? null : costOf(price, measured.used);
    const pricingVersion = price?.version ?? null;
    return { ...common, outcome: "ok", unitsIn, unitsOut, costMicros, pricingVersion };
  }
  const nothing = { unitsIn: null, unitsOut: null, costMicros: null, pricingVersion: null };
  // An answer that broke off or could not be read was made all the same. One that was given up may have
  // been made.
  return { ...common, ...nothing, outcome: answered || givenUp ? "unknown" : "failed" };
}
