import { refuseField, type Refusal } from "../../http/index.ts";
import { discardBody, faultOfHost, isException, isMisconfigured } from "../../platform/index.ts";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 5;

/** An address from which no feed is fetched; the message is the address. */
export class NotAsked extends Error {}

/**
 * Fetches a feed and follows redirects. Each step must name a public host, or one that the setting
 * allows on a developer's machine, and must not lead from https to http.
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
    await discardBody(answer);
    url = checked(env, answer.headers.get("location") ?? "", url);
  }
  throw new Error(`it redirects more than ${MOST_REDIRECTS} times`);
}

function checked(env: Cloudflare.Env, text: string, from?: URL): URL {
  const url = URL.canParse(text, from?.href) ? new URL(text, from?.href) : undefined;
  if (url !== undefined && mayAsk(env, url, from)) return url;
  throw new NotAsked(url?.href ?? text);
}

function mayAsk(env: Cloudflare.Env, url: URL, from?: URL): boolean {
  const { protocol } = url;
  if (!/^https?:$/.test(protocol)) return false;
  if (from?.protocol === "https:" && protocol === "http:" && !isAllowed(env, url)) return false;
  return faultOfAddress(env, url) === undefined;
}

/** Why no feed is ever fetched from this address, by its form alone. Takes dots off its host's end. */
function faultOfAddress(env: Cloudflare.Env, url: URL): string | undefined {
  if (url.username + url.password !== "") return "must not hold a user or password";
  return isAllowed(env, url) ? undefined : faultOfHost(url);
}

function isAllowed(env: Cloudflare.Env, url: URL): boolean {
  return isException(env, url) && !isMisconfigured(env);
}

/** Refuses an address that would be refused at every fetch. */
export function checkFeedAddress(
  env: Cloudflare.Env,
  text: string | undefined,
): Refusal | undefined {
  const fault = text === undefined ? undefined : faultOfAddress(env, new URL(text));
  return fault === undefined ? undefined : refuseField("address", fault);
}
