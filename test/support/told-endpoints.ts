import { env } from "cloudflare:workers";
import type { EndpointConfig } from "../../src/webhooks/delivery/config-store.ts";
import { anApp } from "./app.ts";

type Told = (id: DurableObjectId, config: EndpointConfig) => Promise<void>;

/** Gives a function that sends requests to an isolate of its own, with these bindings. */
export function anIsolate(bindings: Partial<Cloudflare.Env>) {
  const { request } = anApp({}, bindings);
  return (method: string, path: string, as: string, body?: object) =>
    request(path, {
      method,
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

/** Replaces the endpoints' objects, so that the test decides what becomes of changes and removals. */
export function toldBy(tell: Told) {
  const real = env.WEBHOOK_ENDPOINT;
  const objects = {
    idFromName: (name: string) => real.idFromName(name),
    get: (id: DurableObjectId) => ({
      configure: (config: EndpointConfig) => tell(id, config),
      remove: (config: EndpointConfig) => tell(id, config),
    }),
  };
  return { WEBHOOK_ENDPOINT: objects as unknown as Cloudflare.Env["WEBHOOK_ENDPOINT"] };
}

export const OUT_OF_REACH = toldBy(() => Promise.reject(new Error("gone")));
