import { createApp } from "./app.ts";
import { runJobs } from "./jobs.ts";
import { livePlatform } from "./platform/index.ts";
import { consume } from "./queues.ts";

export { AgentObject, EnrollmentCodeObject } from "./fleet/index.ts";
export { ReadinessObject } from "./platform/index.ts";

const app = createApp();

export default {
  fetch: app.fetch,
  queue: (batch, env) => consume(batch, env, livePlatform),
  scheduled: ({ cron }, env) => runJobs(cron, env, livePlatform),
} satisfies ExportedHandler<Cloudflare.Env>;
