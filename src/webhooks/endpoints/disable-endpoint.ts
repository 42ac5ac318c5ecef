import { sql } from "drizzle-orm";
import { auditIfChanged } from "../../access/audit.ts";
import { database, livePlatform } from "../../platform/index.ts";
import { dispatch } from "../../tenants/dispatch.ts";
import { eventStatementIf } from "../../tenants/tenant-events.ts";
import type { EndpointConfig } from "../delivery/config-store.ts";
import type { SwitchOff } from "../delivery/switch-off-store.ts";
import { changeStatement } from "./store.ts";

/**
 * Marks an endpoint as disabled and tells the tenant's other endpoints, in one transaction. It may be
 * repeated: nobody is told twice. If its address or secrets have changed meanwhile, nothing happens.
 */
export async function disableEndpoint(
  env: Cloudflare.Env,
  { endpointId, tenantId, url, secrets }: EndpointConfig,
  { event_id: id, reason, at }: SwitchOff,
): Promise<void> {
  const db = database(env);
  const change = { status: "disabled" as const, disabledReason: reason, updatedAt: at };
  const trace = { at, actor: "system:webhooks", tenantId, target: endpointId };
  const data = { endpointId, host: new URL(url).host, reason };
  const event = { id, tenantId, type: "endpoint.disabled", data, createdAt: at };
  await db.batch([
    changeStatement(db, tenantId, endpointId, change, { url, secrets }),
    eventStatementIf(db, event, sql`changes() = 1`),
    auditIfChanged(db, { ...trace, action: "webhook.disabled", detail: { reason } }),
  ]);
  await dispatch(env, [id], livePlatform);
}
