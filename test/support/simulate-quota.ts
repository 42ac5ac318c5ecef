import { LEASE_TTL_MS, type LeaseAnswer, type LeaseRequest } from "../../src/tenants/gate/lease.ts";
import { LeaseHolder } from "../../src/tenants/gate/lease-holder.ts";
import type { Ticket } from "../../src/tenants/gate/leased-units.ts";
import { QuotaBook } from "../../src/tenants/gate/quota-book.ts";

export interface Simulation {
  isolates: number;
  callsPerSecond: number;
  quota: number;
  seconds: number;
  /** The chances of what may happen to a question on its way. */
  lostQuestions: number;
  lostAnswers: number;
  lateQuestions: number;
  /** How many isolates are killed in a second; each is replaced by a fresh one. */
  killsPerSecond: number;
  seed: number;
}

export interface Outcome {
  calls: number;
  allowed: number;
  reported: number;
  unusedAtFirstRefusal: number | null;
  asked: number;
  book: QuotaBook;
  /** Calls that were never reported because their isolate died. */
  unreported: number;
}

interface Isolate {
  holder: LeaseHolder;
  clockSkew: number;
  allowed: number;
  sent: number;
}

/** How often an isolate takes the pause between two calls for the end of all calls. */
const RESTS_PER_STEP = 0.001;

/** A small deterministic generator (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Runs the product's own holder and book against each other in simulated time. */
export async function simulateQuota(plan: Simulation): Promise<Outcome> {
  const random = randomFrom(plan.seed);
  const book = new QuotaBook(plan.quota);
  const late: LeaseRequest[] = [];
  let now = 1_700_000_000_000;
  let asked = 0;

  const ask = async (request: LeaseRequest): Promise<LeaseAnswer> => {
    asked += 1;
    if (random() < plan.lostQuestions) throw new Error("lost");
    if (random() < plan.lateQuestions) {
      late.push(request);
      throw new Error("late");
    }
    const { grant } = book.renew(request, now);
    book.expire(now);
    if (random() < plan.lostAnswers) throw new Error("lost");
    return {
      epoch: 1,
      terms: {
        status: "active",
        keys: [],
        weights: {},
        priceId: "p",
        burstPerSecond: 1e9,
        quota: plan.quota,
      },
      period: "2026-01",
      granted: grant,
      remaining: book.remaining,
      ttlMs: LEASE_TTL_MS,
      recall: false,
    };
  };
  const born = (): Isolate => ({
    holder: new LeaseHolder(ask),
    clockSkew: Math.floor((random() - 0.5) * 60_000),
    allowed: 0,
    sent: 0,
  });

  const isolates = Array.from({ length: plan.isolates }, born);
  const outcome: Outcome = {
    calls: 0,
    allowed: 0,
    reported: 0,
    unusedAtFirstRefusal: null,
    asked: 0,
    book,
    unreported: 0,
  };
  const stepMs = 1000 / plan.callsPerSecond;
  const steps = plan.seconds * plan.callsPerSecond;
  for (let step = 0; step < steps; step += 1) {
    now += stepMs;
    if (random() < (plan.killsPerSecond * stepMs) / 1000) {
      isolates[Math.floor(random() * isolates.length)] = born();
    }
    if (random() < RESTS_PER_STEP) {
      await rested(isolates[Math.floor(random() * isolates.length)] as Isolate, now);
    }
    if (late.length > 0 && random() < 0.2) book.renew(late.shift() as LeaseRequest, now);
    const isolate = isolates[Math.floor(random() * isolates.length)] as Isolate;
    outcome.calls += 1;
    if (await oneCall(isolate, now + isolate.clockSkew)) outcome.allowed += 1;
    else outcome.unusedAtFirstRefusal ??= plan.quota - outcome.allowed;
  }
  for (const { holder, clockSkew } of isolates) {
    for (let tries = 0; tries < 50; tries += 1) {
      try {
        await holder.renew(now + clockSkew);
        break;
      } catch {
        // The network of the simulation loses questions; a real isolate asks again too.
      }
    }
  }
  outcome.reported = book.used;
  outcome.asked = asked;
  outcome.unreported = outcome.allowed - book.used;
  return outcome;
}

async function oneCall({ holder }: Isolate, now: number): Promise<boolean> {
  if (holder.known(now) === undefined && !(await tried(holder, now))) return false;
  const ticket = holder.take(1) ?? (await obtained(holder, now));
  if (ticket === undefined) return false;
  holder.keep(ticket, "key", "urlsearch");
  if (holder.wantsRefresh(now)) await tried(holder, now);
  return true;
}

/** Treats the isolate as if nobody had called it for a while. */
async function rested({ holder, clockSkew }: Isolate, now: number): Promise<void> {
  const since = holder.startWatch();
  // The network of the simulation loses questions; this one is not asked again.
  if (since !== undefined) await holder.handBackIfSilent(since, now + clockSkew).catch(() => {});
}

async function obtained(holder: LeaseHolder, now: number): Promise<Ticket | undefined> {
  try {
    return await holder.obtain(1, now);
  } catch {
    return undefined;
  }
}

async function tried(holder: LeaseHolder, now: number): Promise<boolean> {
  try {
    await holder.renew(now);
    return true;
  } catch {
    return false;
  }
}
