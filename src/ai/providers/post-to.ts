import type { Order } from "./call-provider.ts";
import { secretOf, type OpenAiSettings } from "./service-providers.ts";

interface Sent {
  traceparent: string;
  signal?: AbortSignal | undefined;
  body: Record<string, unknown>;
}

/**
 * A request to one operation of an OpenAI-compatible server, with the key in the header that the server
 * reads.
 */
export function postTo(
  env: Cloudflare.Env,
  settings: OpenAiSettings,
  path: string,
  { traceparent, signal, body }: Sent,
): Order {
  const { baseUrl, apiVersion, azure, name } = settings;
  const key = settings.key ?? secretOf(env, settings.keySecret);
  const version = apiVersion === undefined ? "" : `?api-version=${encodeURIComponent(apiVersion)}`;
  const headers: Record<string, string> = { "content-type": "application/json", traceparent };
  if (key !== undefined)
    headers[azure ? "api-key" : "authorization"] = azure ? key : `Bearer ${key}`;
  return {
    provider: name,
    url: `${baseUrl.replace(/\/+$/, "")}${path}${version}`,
    signal,
    init: { method: "POST", headers, body: JSON.stringify(body) },
  };
}
