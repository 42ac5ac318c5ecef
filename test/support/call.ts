import { exports } from "cloudflare:workers";

interface CallOptions {
  /** A bearer token. */
  as?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends one request to the Worker as a client would. */
export async function call(
  method: string,
  path: string,
  { as, body, headers = {} }: CallOptions = {},
): Promise<Response> {
  const all: Record<string, string> = { ...headers };
  if (as !== undefined) all["authorization"] = `Bearer ${as}`;
  if (body !== undefined) all["content-type"] ??= "application/json";
  return exports.default.fetch(`http://rampart.test${path}`, {
    method,
    headers: all,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}
