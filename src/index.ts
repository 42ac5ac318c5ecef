import { createApp } from "./app.ts";

export { Knowledge } from "./ai/knowledge/knowledge-object.ts";
export { ReadinessObject } from "./platform/readiness-object.ts";
export { TenantGate } from "./tenants/gate/gate-object.ts";

const app = createApp();

export default { fetch: app.fetch } satisfies ExportedHandler<Cloudflare.Env>;
