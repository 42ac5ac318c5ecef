import { refuse, refuseField, type Refusal } from "../../http/index.ts";
import { isException, isMisconfigured } from "./allowed-exceptions.ts";

/** A setting changes with a deployment. */
const MISCONFIGURED_RETRY_SECONDS = 3_600;
const PORTS = new Set(["", "443", "8443"]);
const IP_LITERAL = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/;
const LAST_DOTS = /\.+$/;
const PRIVATE_SUFFIXES = [
  "local",
  "localhost",
  "internal",
  "intranet",
  "lan",
  "home",
  "corp",
  "home.arpa",
  "onion",
  "invalid",
  "test",
  "example",
  "workers.dev",
  "pages.dev",
];

/**
 * The address as it will be called, or why we do not call it. `path` names the field of the
 * request.
 */
export function checkUrl(
  env: Cloudflare.Env,
  text: string,
  ownHost: string,
  path = "url",
): URL | Refusal {
  const bad = (message: string) => refuseField(path, message);
  const wrong = refuseMisconfigured(env);
  if (wrong !== undefined) return wrong;
  if (!URL.canParse(text)) return bad("is no URL");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return bad("must not hold a user or password");
  // Not `url.hash`, which is empty for a lone "#".
  if (url.href.includes("#")) return bad("must not hold a fragment");
  if (isException(env, url)) return url;
  if (url.protocol !== "https:") return bad("must begin with https://");
  if (!PORTS.has(url.port)) return bad("must use port 443 or 8443");
  const fault = faultOfHost(url);
  if (fault !== undefined) return bad(fault);
  const isOurs = ownHosts(env, ownHost).some((own) => isWithin(url.hostname, own));
  return isOurs ? bad("must not be this service") : url;
}

/** The host of the request, and the one that agents call, which may be another. */
function ownHosts({ AGENT_BASE_URL }: Cloudflare.Env, ownHost: string): string[] {
  const named = [ownHost, URL.parse(AGENT_BASE_URL)?.hostname ?? ""];
  return named.map((host) => host.replace(LAST_DOTS, "")).filter((host) => host !== "");
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** Why a host cannot be public, by its name alone. Takes dots off the end of the URL's host. */
export function faultOfHost(url: URL): string | undefined {
  // URL keeps dots at the end, which would get around every comparison below.
  const host = url.hostname.replace(LAST_DOTS, "");
  url.hostname = host;
  if (IP_LITERAL.test(url.hostname)) return "must name a host, not an IP address";
  const isPrivate = PRIVATE_SUFFIXES.some((suffix) => isWithin(host, suffix));
  if (isPrivate || !host.includes(".")) return "must name a host of the public internet";
  return undefined;
}

/** Refuses every call while a wrong setting would let private addresses through. */
export function refuseMisconfigured(env: Cloudflare.Env): Refusal | undefined {
  if (!isMisconfigured(env)) return undefined;
  const message = "Calls to others are switched off by a wrong setting.";
  return refuse(503, "addresses_misconfigured", message, {
    retryAfterSeconds: MISCONFIGURED_RETRY_SECONDS,
  });
}
