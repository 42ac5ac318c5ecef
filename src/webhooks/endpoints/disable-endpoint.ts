import { recordAudit } from "../../access/audit.ts";
import { database, uuidv7 } from "../../platform/index.ts";
import { announce } from "../announce.ts";
import type { EndpointConfig } from "../delivery/delivery-store.ts";
import { updateEndpoint } from "./store.ts";

/** Switches an endpoint off that has shown to be dead, and tells the tenant's other endpoints. */
export async function disableEndpoint(
  env: Cloudflare.Env,
  { endpointId, tenantId, url }: EndpointConfig,
  reason: string,
  now: number,
): Promise<void> {
  const db = database(env);
  const change = { status: "disabled" as const, disabledReason: reason, updatedAt: now };
  await updateEndpoint(db, tenantId, endpointId, change);
  const trace = { at: now, actor: "system:webhooks", tenantId, target: endpointId };
  await recordAudit(db, { ...trace, action: "webhook.disabled", detail: { reason } });
  await announce(env, {
    id: `evt_${uuidv7(now)}`,
    tenantId,
    type: "endpoint.disabled",
    data: { endpointId, url, reason },
    createdAt: now,
  });
}
