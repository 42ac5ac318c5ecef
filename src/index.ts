import { createApp } from "./app.ts";

export { ReadinessObject } from "./platform/index.ts";

const app = createApp();

export default { fetch: app.fetch } satisfies ExportedHandler<Cloudflare.Env>;
