import type { Context, MiddlewareHandler } from "hono";
import type * as z from "zod";
import { settle, type Refusal } from "../../http/index.ts";
import { readQuery, reads } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import type { Admission } from "./gate.ts";
import { gateOf } from "./gate-of.ts";
import type { Ticket } from "./lease-holder.ts";
import type { Module } from "./modules.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

declare module "hono" {
  interface ContextVariableMap {
    admission: Admission;
  }
}

/** 401 and 403, before anything of the request is looked at. Goes first in a module's route. */
export function admit(module: Module): MiddlewareHandler<Rampart> {
  return async (c, next) => {
    const entered = enter(c, module);
    if (entered instanceof Promise) await entered;
    return next();
  };
}

/** 429, once the request is known to be well-formed. Goes last before a module's handler. */
export const charge: MiddlewareHandler<Rampart> = async (c, next) => {
  const admission = c.get("admission");
  const reserved = reserve(c, admission);
  const ticket = reserved instanceof Promise ? await reserved : reserved;
  await next();
  const { holder, keyId, module } = admission;
  if (c.error === undefined && c.res.ok) holder.keep(ticket, keyId, module);
  else holder.giveBack(ticket);
};

/** A module that reads its query and nothing else. */
interface Asking<S extends z.ZodType, T> {
  module: Module;
  query: S;
  read: (query: z.output<S>) => T | Refusal;
  answer: (c: Context<Rampart>, asked: T) => Promise<Response>;
}

/**
 * What `admit`, `valid`, `read` and `charge` do one after the other, in one step: each layer of a
 * route costs a promise or two, which shows in the answer of a warm look-up (docs/decisions/0003).
 */
export function gated<S extends z.ZodType, T>({ module, query, read, answer }: Asking<S, T>) {
  return reads("query", query, async (c: Context<Rampart>) => {
    const entered = enter(c, module);
    const admission = entered instanceof Promise ? await entered : entered;
    const asked = settle<T>(read(readQuery(c, query)));
    const reserved = reserve(c, admission);
    const ticket = reserved instanceof Promise ? await reserved : reserved;
    const { holder, keyId } = admission;
    try {
      const response = await answer(c, asked);
      holder.keep(ticket, keyId, module);
      return response;
    } catch (error) {
      holder.giveBack(ticket);
      throw error;
    }
  });
}

/** At once when the isolate knows who calls; a promise that is waited for costs a turn. */
function enter(c: Context<Rampart>, module: Module): Admission | Promise<Admission> {
  const now = c.get("platform").now();
  const outcome = gateOf(c.env).admit({
    tenantId: c.req.header("x-tenant-id"),
    key: c.req.header("x-api-key"),
    address: () => c.req.header("cf-connecting-ip"),
    module,
    now,
    outlive: (work) => c.executionCtx.waitUntil(work),
  });
  if (!(outcome instanceof Promise)) return note(c, settle(outcome), now);
  return outcome.then((settled) => note(c, settle(settled), now));
}

/** For the log line, the headers and the layers to come. */
function note(c: Context<Rampart>, admission: Admission, now: number): Admission {
  c.set("admission", admission);
  const { tenantId, keyId, held, holder } = admission;
  const call = c.get("call");
  call.about.caller = `key:${keyId}`;
  call.about.tenantId = tenantId;
  call.more = () => rateLimitHeaders(held.terms.quota, holder.remaining(), now);
  return admission;
}

function reserve(c: Context<Rampart>, admission: Admission): Ticket | Promise<Ticket> {
  const outcome = gateOf(c.env).charge(admission, c.get("platform").now());
  return outcome instanceof Promise ? outcome.then((settled) => settle(settled)) : settle(outcome);
}
