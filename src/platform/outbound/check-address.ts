import { isRefusal, type Refusal } from "../../http/index.ts";
import { isException } from "./allowed-exceptions.ts";
import { badAddress, checkUrl } from "./check-url.ts";
import { resolveHost } from "./resolve-host.ts";

/** An address that somebody wants to be called: by its form, and by where its name leads today. */
export async function checkAddress(
  env: Cloudflare.Env,
  fetcher: typeof fetch,
  text: string,
  ownHost: string,
  path = "url",
): Promise<string | Refusal> {
  const url = checkUrl(env, text, ownHost, path);
  if (isRefusal(url)) return url;
  if (isException(env, url)) return url.href;
  const resolved = await resolveHost(url.hostname, fetcher);
  if (resolved === "ok") return url.href;
  const message =
    resolved === "dns" ? "names a host that cannot be resolved" : "leads to a private address";
  return badAddress(path, message);
}

/** The same before a call: what was public when it was saved may have moved. */
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
