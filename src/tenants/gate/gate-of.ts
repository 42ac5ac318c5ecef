import { failureOf } from "../../http/index.ts";
import { livePlatform } from "../../platform/index.ts";
import { Gate } from "./gate.ts";
import type { AskForLease } from "./lease-holder.ts";

const gates = new WeakMap<DurableObjectNamespace, Gate>();

/** The isolate's gate, one for each namespace that it is bound to. */
export function gateOf(env: Cloudflare.Env): Gate {
  const known = gates.get(env.TENANT_GATE);
  if (known !== undefined) return known;
  const gate = new Gate(env.API_KEY_MAC_SECRET, (tenantId) => askGate(env, tenantId));
  gates.set(env.TENANT_GATE, gate);
  return gate;
}

function askGate(env: Cloudflare.Env, tenantId: string): AskForLease {
  const id = env.TENANT_GATE.idFromName(tenantId);
  return async (request) => {
    try {
      return await env.TENANT_GATE.get(id).lease(request);
    } catch (error) {
      const reason = failureOf(error);
      livePlatform.log({ level: "error", event: "quota_unreachable", tenantId, reason });
      throw error;
    }
  };
}
