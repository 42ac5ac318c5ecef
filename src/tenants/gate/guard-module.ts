import type { Context, MiddlewareHandler, Next } from "hono";
import type * as z from "zod";
import { settle, whenThere, type Refusal, type Soon } from "../../http/index.ts";
import { readQuery, reads } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import type { Admission } from "./admission.ts";
import { gateOf } from "./gate-of.ts";
import type { Ticket } from "./leased-units.ts";
import type { Module } from "./modules.ts";
import { capHeaders, rateLimitHeaders } from "./rate-limit-headers.ts";

declare module "hono" {
  interface ContextVariableMap {
    admission: Admission;
  }
}

/** Begins work that the answer will need, while the object is asked who calls. */
type Prepare = (c: Context<Rampart>) => void;

/**
 * Refuses with 401 and 403, before the rest of the request is read. Comes first in a module's route.
 */
export function admit(module: Module, prepare?: Prepare): MiddlewareHandler<Rampart> {
  return async (c, next) => {
    await enter(c, module, prepare);
    return next();
  };
}

/**
 * Refuses with 429, once the request is known to be well-formed. Comes last before a module's
 * handler.
 */
export const charge: MiddlewareHandler<Rampart> = async (c, next) =>
  chargeAfter(await reserve(c, c.get("admission")), c, next);

/** The same after `pace`; what comes between the two may answer at no cost. */
export const chargePaced: MiddlewareHandler<Rampart> = async (c, next) => {
  const admission = c.get("admission");
  const outcome = await gateOf(c.env).chargePaced(admission, c.get("platform").now());
  return chargeAfter(settle(outcome), c, next);
};

async function chargeAfter(ticket: Ticket, c: Context<Rampart>, next: Next): Promise<void> {
  const { holder, keyId, module, outlive } = c.get("admission");
  const goOn = async () => {
    await next();
    if (c.error === undefined && c.res.ok) return holder.keep(ticket, keyId, module);
    holder.giveBack(ticket);
    sayLimitsAgain(c);
  };
  const settled = goOn();
  // If the caller hangs up, the call goes on: nobody else would settle its units before the month ends.
  outlive(settled.catch(() => {}));
  return settled;
}

/** Limits the key's rate, whether or not the call takes a unit. */
export const pace: MiddlewareHandler<Rampart> = async (c, next) => {
  settle(gateOf(c.env).pace(c.get("admission"), c.get("platform").now()));
  await next();
};

/** A module that reads only its query. */
interface GatedModule<S extends z.ZodType, T> {
  module: Module;
  query: S;
  read: (query: z.output<S>) => T | Refusal;
  prepare?: Prepare;
  answer: (c: Context<Rampart>, question: T) => Soon<Response>;
}

/**
 * Does in one step what `admit`, `valid`, `read` and `charge` do one after the other: each layer of a
 * route costs a promise or two, which shows in a warm look-up (docs/decisions/0003).
 */
export function gated<S extends z.ZodType, T>(gatedModule: GatedModule<S, T>) {
  const { module, query, read, prepare, answer } = gatedModule;
  return reads("query", query, (c: Context<Rampart>) =>
    whenThere(enter(c, module, prepare), (admission) => {
      const question = settle<T>(read(readQuery(c, query)));
      return whenThere(reserve(c, admission), (ticket) =>
        settleUp(admission, ticket, () => answer(c, question)),
      );
    }),
  );
}

/** Keeps the units of a call that was answered, and gives back those of one that failed. */
function settleUp(admission: Admission, ticket: Ticket, answer: () => Soon<Response>) {
  const { holder, keyId, module, outlive } = admission;
  const keep = (response: Response) => {
    holder.keep(ticket, keyId, module);
    return response;
  };
  const giveBack = (error: unknown): never => {
    holder.giveBack(ticket);
    throw error;
  };
  try {
    const answered = answer();
    if (!(answered instanceof Promise)) return keep(answered);
    const settled = answered.then(keep, giveBack);
    outlive(settled.catch(() => {}));
    return settled;
  } catch (error) {
    return giveBack(error);
  }
}

/**
 * Admits the caller; without waiting if the isolate knows the key, or knows that we did not make it.
 */
function enter(c: Context<Rampart>, module: Module, prepare?: Prepare): Soon<Admission> {
  const { now: clock, wait } = c.get("platform");
  const now = clock();
  const { about, headers } = c.get("call");
  const outcome = gateOf(c.env).admit({
    tenantId: headers.get("x-tenant-id") ?? undefined,
    key: headers.get("x-api-key") ?? undefined,
    address: () => headers.get("cf-connecting-ip") ?? undefined,
    noteOwner: (tenantId, keyId) => {
      about.caller = `key:${keyId}`;
      about.tenantId = tenantId;
    },
    module,
    now,
    outlive: (work) => c.executionCtx.waitUntil(work),
    wait,
  });
  if (outcome instanceof Promise) prepare?.(c);
  return whenThere(outcome, (settled) => note(c, settle(settled), now));
}

/** Keeps the admission for the layers behind, and for the headers. */
function note(c: Context<Rampart>, admission: Admission, now: number): Admission {
  c.set("admission", admission);
  // Computed at the end, because the call itself may bring a new lease.
  c.get("call").extraHeaders = () => limitsOf(admission, now);
  return admission;
}

/** The answer was made while the call held units that it has given back since. */
function sayLimitsAgain(c: Context<Rampart>): void {
  const limits = c.get("call").extraHeaders?.() ?? {};
  for (const name in limits) c.res.headers.set(name, limits[name] ?? "");
}

/** The headers of the month's quota, or of the key's own cap if less is left of that. */
function limitsOf({ holder, cap }: Admission, now: number) {
  const remaining = holder.remaining();
  const inMonth = holder.inMonth(now);
  if (cap !== undefined) {
    const left = holder.leftOf(cap);
    if (left < remaining) return capHeaders(cap.units, Math.max(0, left), inMonth);
  }
  return rateLimitHeaders(holder.quota(), remaining, inMonth);
}

function reserve(c: Context<Rampart>, admission: Admission): Soon<Ticket> {
  const outcome = gateOf(c.env).charge(admission, c.get("platform").now());
  return whenThere(outcome, (settled) => settle(settled));
}
