import { createApp } from "./app.ts";
import { livePlatform } from "./platform/index.ts";

export { Knowledge } from "./ai/knowledge/knowledge-object.ts";
export { Keyring } from "./encryption/keyring-object.ts";
export { AgentObject } from "./fleet/agent/agent-object.ts";
export { EnrollmentCodeObject } from "./fleet/codes/enrollment-code-object.ts";
export { ReadinessObject } from "./platform/readiness-object.ts";
export { TenantGate } from "./tenants/gate/gate-object.ts";
export { WebhookEndpoint } from "./webhooks/delivery/endpoint-object.ts";

const app = createApp();

/**
 * The Worker. What this file imports runs at every start; queues and jobs are loaded when they are
 * needed (decision 0043).
 */
export default {
  fetch: app.fetch,
  queue: async (batch, env) => (await import("./queues.ts")).consume(batch, env, livePlatform),
  scheduled: async ({ cron }, env) => (await import("./jobs.ts")).runJobs(cron, env, livePlatform),
} satisfies ExportedHandler<Cloudflare.Env>;
