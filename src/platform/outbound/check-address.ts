import { isRefusal, refuseField, type Refusal } from "../../http/index.ts";
import { isException } from "./allowed-exceptions.ts";
import { checkUrl } from "./check-url.ts";
import { resolveHost } from "./resolve-host.ts";

/** The length after URL has parsed it: a letter may have become several characters. */
const MAX_CALLED = 2_000;

/**
 * Checks an address that we are to call: its form, and whether its name leads to public addresses
 * now.
 */
export async function checkAddress(
  env: Cloudflare.Env,
  fetcher: typeof fetch,
  text: string,
  ownHost: string,
  path = "url",
): Promise<string | Refusal> {
  const url = checkUrl(env, text, ownHost, path);
  if (isRefusal(url)) return url;
  if (url.href.length > MAX_CALLED) {
    return refuseField(path, `must have at most ${MAX_CALLED} characters`);
  }
  if (isException(env, url)) return url.href;
  const resolved = await resolveHost(url.hostname, fetcher);
  if (resolved === "ok") return url.href;
  const message =
    resolved === "dns" ? "names a host that cannot be resolved" : "leads to a private address";
  return refuseField(path, message);
}

/** Checks it again right before a call, because the name may lead elsewhere by now. */
export async function recheckAddress(
  env: Cloudflare.Env,
  fetcher: typeof fetch,
  text: string,
): Promise<URL | "address" | "dns"> {
  const url = checkUrl(env, text, "");
  if (isRefusal(url)) return "address";
  if (isException(env, url)) return url;
  const resolved = await resolveHost(url.hostname, fetcher);
  return resolved === "ok" ? url : resolved;
}
