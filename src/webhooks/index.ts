export { announce } from "./announce.ts";
export { dispatch } from "./dispatch.ts";
export { consumeWebhooks } from "./consumer.ts";
export { deliveryRoutes } from "./delivery-routes.ts";
export { sweepEvents } from "./jobs.ts";
export { webhookRoutes } from "./routes.ts";
