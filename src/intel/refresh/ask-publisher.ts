import { faultOfHost, isException, isMisconfigured, leave } from "../../platform/index.ts";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 5;

/** Where a feed is not asked for, or why it was not found there. */
export class NotAsked extends Error {}

/**
 * Asks for a feed and follows where its publisher leads, each step by the same rule: the public
 * internet, or what the setting lets through on a developer's machine, and never from https to http.
 */
export async function askPublisher(
  env: Cloudflare.Env,
  fetcher: typeof fetch,
  address: string,
  init: RequestInit,
): Promise<Response> {
  let url = checked(env, address);
  for (let steps = 0; steps <= MOST_REDIRECTS; steps += 1) {
    const answer = await fetcher(url.href, { ...init, redirect: "manual" });
    if (!REDIRECTS.has(answer.status)) return answer;
    await leave(answer);
    url = checked(env, answer.headers.get("location") ?? "", url);
  }
  throw new NotAsked(`it redirects more than ${MOST_REDIRECTS} times.`);
}

function checked(env: Cloudflare.Env, text: string, from?: URL): URL {
  const url = URL.canParse(text, from?.href) ? new URL(text, from?.href) : undefined;
  const fault = url === undefined ? "is no URL" : faultOf(env, url, from);
  if (url !== undefined && fault === undefined) return url;
  throw new NotAsked(`${from === undefined ? "its address" : "where it redirects to"} ${fault}.`);
}

function faultOf(env: Cloudflare.Env, url: URL, from?: URL): string | undefined {
  const { protocol, username, password } = url;
  if (protocol !== "https:" && protocol !== "http:") return "must begin with https://";
  if (username !== "" || password !== "") return "must not hold a user or password";
  if (isException(env, url) && !isMisconfigured(env)) return undefined;
  if (from?.protocol === "https:" && protocol === "http:") return "must begin with https://";
  return faultOfHost(url);
}
