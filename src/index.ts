import { createApp } from "./app.ts";
import { runJobs } from "./jobs.ts";
import { livePlatform } from "./platform/index.ts";
import { consume } from "./queues.ts";

export { Knowledge } from "./ai/knowledge/knowledge-object.ts";
export { Keyring } from "./encryption/keyring-object.ts";
export { AgentObject } from "./fleet/agent/agent-object.ts";
export { EnrollmentCodeObject } from "./fleet/codes/enrollment-code-object.ts";
export { ReadinessObject } from "./platform/readiness-object.ts";
export { TenantGate } from "./tenants/gate/gate-object.ts";
export { WebhookEndpoint } from "./webhooks/delivery/endpoint-object.ts";

const app = createApp();

export default {
  fetch: app.fetch,
  queue: (batch, env) => consume(batch, env, livePlatform),
  scheduled: ({ cron }, env) => runJobs(cron, env, livePlatform),
} satisfies ExportedHandler<Cloudflare.Env>;
