import { isRefusal } from "../../http/index.ts";
import { parseUrl, type Address, type ParsedUrl } from "./url.ts";

/** Services that put somebody else's address into their own, and the parameter that holds it. */
const PARAMETERS: readonly (readonly [
  host: RegExp,
  path: RegExp,
  parameters: readonly string[],
])[] = [
  [/(?:^|\.)safelinks\.protection\.outlook\.com$/, /^\/?/, ["url"]],
  [/^(?:www\.)?google\.[a-z.]{2,6}$/, /^\/url$/, ["q", "url"]],
  [/^(?:l|lm|www)\.facebook\.com$/, /^\/(?:l|flx\/warn\/)/, ["u"]],
  [/^l\.instagram\.com$/, /^\//, ["u"]],
  [/^(?:www\.)?youtube\.com$/, /^\/redirect$/, ["q"]],
  [/^(?:www\.)?linkedin\.com$/, /^\/redir\/redirect$/, ["url"]],
  [/^steamcommunity\.com$/, /^\/linkfilter\/?$/, ["u", "url"]],
  [/^slack-redir\.net$/, /^\/link$/, ["url"]],
  [/^(?:www\.)?bing\.com$/, /^\/newtabredir$/, ["url"]],
];
const URLDEFENSE = /^urldefense\.(?:com|us|proofpoint\.com)$/;
/** All of them at once, since nearly every address is of none. */
const ANY_OF_THEM = new RegExp(
  [URLDEFENSE, ...PARAMETERS.map(([host]) => host)].map(({ source }) => source).join("|"),
);
const URLDEFENSE_V3 = /^\/v3\/__(.+?)__;/;
/** Mail passes more than one filter at times, and each wraps what the one before it made. */
const MAX_WRAPPERS = 5;

/** The addresses that known redirectors and mail filters carry inside this one, the outermost first. */
export function wrappedUrls(outer: ParsedUrl): readonly Address[] {
  const found: ParsedUrl[] = [];
  for (let next = innerText(outer); next !== undefined && found.length < MAX_WRAPPERS;) {
    const inner = parseUrl(next);
    if (isRefusal(inner)) break;
    found.push(inner);
    next = innerText(inner);
  }
  return found;
}

function innerText({ host, path, rest }: ParsedUrl): string | undefined {
  if (host.kind !== "name" || rest.length < 2 || !ANY_OF_THEM.test(host.text)) return undefined;
  if (URLDEFENSE.test(host.text)) return urldefense(rest);
  for (const [hosts, paths, parameters] of PARAMETERS) {
    if (hosts.test(host.text) && paths.test(path)) return parameterOf(rest, parameters);
  }
  return undefined;
}

function urldefense(rest: string): string | undefined {
  const v3 = URLDEFENSE_V3.exec(rest)?.[1];
  if (v3 !== undefined) return v3.replace(/^(https?):\/(?!\/)/, "$1://");
  const v2 = parameterOf(rest, ["u"]);
  return v2 === undefined ? undefined : decode(v2.replaceAll("-", "%").replaceAll("_", "/"));
}

function parameterOf(rest: string, names: readonly string[]): string | undefined {
  const mark = rest.indexOf("?");
  if (mark < 0) return undefined;
  for (const pair of rest.slice(mark + 1).split("&")) {
    const equals = pair.indexOf("=");
    if (equals > 0 && names.includes(pair.slice(0, equals))) return decode(pair.slice(equals + 1));
  }
  return undefined;
}

function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return decoded === "" ? undefined : decoded;
  } catch {
    return undefined;
  }
}
