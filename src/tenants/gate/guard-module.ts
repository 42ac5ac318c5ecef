import type { Context, MiddlewareHandler, Next } from "hono";
import { isRefusal, settle, type Refusal } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { Gate, type Admission } from "./gate.ts";
import type { AskForLease, Ticket } from "./lease-holder.ts";
import type { Module } from "./modules.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

declare module "hono" {
  interface ContextVariableMap {
    admission: Admission;
    ticket: Ticket;
  }
}

const gates = new WeakMap<DurableObjectNamespace, Gate>();

/** 401 and 403, before anything of the request is looked at. Goes first in a module's route. */
export function admit(module: Module): MiddlewareHandler<Rampart> {
  return (c, next) => {
    const now = c.get("platform").now();
    const admission = gateOf(c.env).admit({
      tenantId: c.req.header("x-tenant-id"),
      key: c.req.header("x-api-key"),
      address: () => c.req.header("cf-connecting-ip"),
      module,
      now,
      outlive: (work) => c.executionCtx.waitUntil(work),
    });
    if (!(admission instanceof Promise)) return enter(c, admission, now, next);
    return admission.then((settled) => enter(c, settled, now, next));
  };
}

function enter(c: Context<Rampart>, outcome: Admission | Refusal, now: number, next: Next) {
  const admission = settle(outcome);
  c.set("admission", admission);
  const { held, holder } = admission;
  const call = c.get("call");
  call.about.caller = `key:${admission.keyId}`;
  call.about.tenantId = admission.tenantId;
  call.more = () => rateLimitHeaders(held.terms.quota, holder.remaining(), now);
  return next();
}

/** 429, once the request is known to be well-formed. Goes last before a module's handler. */
export const charge: MiddlewareHandler<Rampart> = async (c, next) => {
  const admission = c.get("admission");
  const outcome = gateOf(c.env).charge(admission, c.get("platform").now());
  const ticket = settle(outcome instanceof Promise ? await outcome : outcome);
  c.set("ticket", ticket);
  await next();
  const { holder, keyId, module } = admission;
  if (c.error === undefined && c.res.ok) holder.keep(ticket, keyId, module);
  else holder.giveBack(ticket);
};

type PersonCall = Parameters<Gate["admitPerson"]>[0];

/** Does a module's work for somebody of the portal: within the same quota, and billed the same. */
export async function spend<T>(
  env: Cloudflare.Env,
  call: PersonCall,
  work: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const gate = gateOf(env);
  const admission = await gate.admitPerson(call);
  if (isRefusal(admission)) return admission;
  const ticket = await gate.charge(admission, call.now);
  if (isRefusal(ticket)) return ticket;
  const { holder, keyId, module } = admission;
  try {
    const outcome = await work();
    if (isRefusal(outcome)) holder.giveBack(ticket);
    else holder.keep(ticket, keyId, module);
    // People look at the account right after; nothing else may come along that would report it.
    call.outlive(holder.renew(call.now).catch(() => undefined));
    return outcome;
  } catch (error) {
    holder.giveBack(ticket);
    throw error;
  }
}

function gateOf(env: Cloudflare.Env): Gate {
  const known = gates.get(env.TENANT_GATE);
  if (known !== undefined) return known;
  const gate = new Gate(env.API_KEY_MAC_SECRET, (tenantId) => askGate(env, tenantId));
  gates.set(env.TENANT_GATE, gate);
  return gate;
}

export function askGate(env: Cloudflare.Env, tenantId: string): AskForLease {
  const id = env.TENANT_GATE.idFromName(tenantId);
  return async (request) => env.TENANT_GATE.get(id).lease(request);
}
