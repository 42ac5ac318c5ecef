import { auditIfChanged } from "../../access/audit.ts";
import { database, livePlatform, timeOf } from "../../platform/index.ts";
import { dispatch } from "../../tenants/dispatch.ts";
import { eventStatement } from "../../tenants/tenant-events.ts";
import type { EndpointConfig } from "../delivery/config-store.ts";
import { deadAfter } from "../delivery/schedule.ts";
import type { Warning } from "../delivery/warning-store.ts";

/** Tells the tenant's other endpoints when this one will be switched off. It may be repeated. */
export async function warnOfEndpoint(
  env: Cloudflare.Env,
  { endpointId, tenantId, url }: EndpointConfig,
  { event_id: id, percent, since, at }: Warning,
): Promise<void> {
  const db = database(env);
  const times = { failingSince: timeOf(since), switchedOffAfter: timeOf(deadAfter(since)) };
  // The host alone: the path is often a secret of the receiver.
  const data = { endpointId, host: new URL(url).host, percent, ...times };
  const trace = { at, actor: "system:webhooks", tenantId, target: endpointId };
  await db.batch([
    eventStatement(db, { id, tenantId, type: "endpoint.failing", data, createdAt: at }),
    auditIfChanged(db, { ...trace, action: "webhook.failing", detail: { percent } }),
  ]);
  await dispatch(env, [id], livePlatform);
}
