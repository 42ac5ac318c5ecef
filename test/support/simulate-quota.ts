import { seeded } from "../../scripts/train/random.ts";
import { MINUTE_MS } from "../../src/platform/index.ts";
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
}

/** How often an isolate takes the pause between two calls for the end of all calls. */
const RESTS_PER_STEP = 0.001;
/** How often a late question arrives, if there is one. */
const LATE_PER_STEP = 0.2;
const MOST_TRIES = 50;

/** Runs the product's own holder and book against each other in simulated time. */
export async function simulateQuota(plan: Simulation): Promise<Outcome> {
  const random = seeded(plan.seed);
  const book = new QuotaBook(plan.quota);
  let now = 1_700_000_000_000;
  const network = faultyNetwork(plan, { random, book, now: () => now });
  const born = (): Isolate => ({
    holder: new LeaseHolder(network.ask),
    clockSkew: Math.floor((random() - 0.5) * MINUTE_MS),
  });
  const isolates = Array.from({ length: plan.isolates }, born);
  const anyIndex = () => Math.floor(random() * isolates.length);
  let [calls, allowed] = [0, 0];
  let unusedAtFirstRefusal: number | null = null;
  const stepMs = 1000 / plan.callsPerSecond;
  const steps = plan.seconds * plan.callsPerSecond;
  for (let step = 0; step < steps; step += 1) {
    now += stepMs;
    if (random() < (plan.killsPerSecond * stepMs) / 1000) isolates[anyIndex()] = born();
    if (random() < RESTS_PER_STEP) await rested(isolates[anyIndex()] as Isolate, now);
    network.deliverLate();
    const isolate = isolates[anyIndex()] as Isolate;
    calls += 1;
    if (await oneCall(isolate, now + isolate.clockSkew)) allowed += 1;
    else unusedAtFirstRefusal ??= plan.quota - allowed;
  }
  for (const isolate of isolates) await reportAll(isolate, now);
  const { used: reported } = book;
  const unreported = allowed - reported;
  return {
    calls,
    allowed,
    reported,
    unusedAtFirstRefusal,
    asked: network.asked(),
    book,
    unreported,
  };
}

interface Surroundings {
  random: () => number;
  book: QuotaBook;
  now: () => number;
}

/** The way from an isolate to the book, on which questions and answers get lost or come late. */
function faultyNetwork(plan: Simulation, { random, book, now }: Surroundings) {
  const late: LeaseRequest[] = [];
  let asked = 0;
  const ask = async (request: LeaseRequest): Promise<LeaseAnswer> => {
    asked += 1;
    if (random() < plan.lostQuestions) throw new Error("lost");
    if (random() < plan.lateQuestions) {
      late.push(request);
      throw new Error("late");
    }
    const { grant } = book.renew(request, now());
    book.expire(now());
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
  const deliverLate = () => {
    if (late.length > 0 && random() < LATE_PER_STEP)
      book.renew(late.shift() as LeaseRequest, now());
  };
  return { ask, deliverLate, asked: () => asked };
}

/** Reports the last calls of an isolate. Questions get lost, so it asks several times. */
async function reportAll({ holder, clockSkew }: Isolate, now: number): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (await tried(holder, now + clockSkew)) return;
  }
}

async function oneCall({ holder }: Isolate, now: number): Promise<boolean> {
  if (holder.currentLease(now) === undefined && !(await tried(holder, now))) return false;
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
