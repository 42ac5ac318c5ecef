import { textOf } from "./percent.ts";

/** Finds the inner URL in what follows the host of a wrapper. */
type Unwrap = (rest: string, host: string) => string | undefined;

const GOOGLE = /^(?:[a-z]+\.)?google\.[a-z.]{2,6}$/;
const RUNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Services that put another URL into their own, and where. */
const WRAPPERS: readonly (readonly [host: RegExp, unwrap: Unwrap])[] = [
  [/(?:^|\.)safelinks\.protection\.outlook\.com$/, parameter(/^\/?/, "url")],
  [/^urldefense\.(?:com|us|proofpoint\.com)$/, urldefense],
  [/\.protection\.sophos\.com$/, packed(/^\/\?/, "u", /^(.+)$/)],
  [/^r\.search\.yahoo\.com$/, within(/\/RU=([^/]+)\//)],
  [/^secure-web\.cisco\.com$/, within(/^\/[^/?#]{8,}\/(https?(?::|%3a).+)$/i)],
  [/^(?:protect\.checkpoint\.com|url\.avanan\.click)$/, within(/^\/v2\/___(.+?)___\./)],
  [/^linkprotect\.cudasvc\.com$/, parameter(/^\/url/, "a")],
  [/^clicktime\.symantec\.com$/, parameter(/^\//, "u")],
  [/(?:^|\.)trendmicro\.com$/, parameter(/^\/wis\/clicktime\//, "url")],
  [/^protect2?\.fireeye\.com$/, parameter(/^\/(?:v1\/)?url/, "u")],
  [GOOGLE, parameter(/^\/url(?:[?#]|$)/, "q")],
  [GOOGLE, parameter(/^\/url(?:[?#]|$)/, "url")],
  [/^translate\.google\./, parameter(/^\/translate(?:[?#]|$)/, "u")],
  [GOOGLE, amp(/^\/amp\/(s\/)?(?=[^/?#]+\.)/)],
  [/(?:^|\.)cdn\.ampproject\.org$/, amp(/^\/[a-z]{1,3}\/(s\/)?(?=[^/?#]+\.)/)],
  [/\.translate\.goog$/, translated],
  [/^(?:www\.)?googleadservices\.com$/, parameter(/^\/pagead\//, "adurl")],
  [/\.doubleclick\.net$/, parameter(/^\//, "adurl")],
  [/^(?:l|lm|www)\.facebook\.com$/, parameter(/^\/(?:l|flx\/warn\/)/, "u")],
  [/^l\.(?:instagram|messenger)\.com$/, parameter(/^\//, "u")],
  [/^(?:www\.)?youtube\.com$/, parameter(/^\/redirect(?:[?#]|$)/, "q")],
  [/^(?:www\.)?linkedin\.com$/, parameter(/^\/(?:redir\/redirect|safety\/go\/?)(?:[?#]|$)/, "url")],
  [/^steamcommunity\.com$/, parameter(/^\/linkfilter\/?(?:[?#]|$)/, "u")],
  [/^steamcommunity\.com$/, parameter(/^\/linkfilter\/?(?:[?#]|$)/, "url")],
  [/^slack-redir\.net$/, parameter(/^\/link(?:[?#]|$)/, "url")],
  [/^(?:www\.)?bing\.com$/, parameter(/^\/newtabredir(?:[?#]|$)/, "url")],
  [/^(?:www\.)?bing\.com$/, packed(/^\/ck\/a\?/, "u", /^a1([\w-]+)$/)],
  [/^(?:www\.)?duckduckgo\.com$/, parameter(/^\/l\//, "uddg")],
  [/^t\.umblr\.com$/, parameter(/^\/redirect/, "z")],
  [/^(?:www\.)?vk\.com$/, parameter(/^\/away\.php/, "to")],
  [/^out\.reddit\.com$/, parameter(/^\//, "url")],
];
/** All hosts in one pattern, because nearly no URL is of any of them. */
const ANY_OF_THEM = new RegExp(WRAPPERS.map(([{ source }]) => source).join("|"));

/** The inner URLs; mostly one. Google has two places for it, and may have a search in one of them. */
export function unwrap(host: string, rest: string): string[] {
  if (!ANY_OF_THEM.test(host)) return [];
  return WRAPPERS.flatMap(([hosts, find]) => (hosts.test(host) && find(rest, host)) || []);
}

function parameter(path: RegExp, name: string): Unwrap {
  return (rest) => (path.test(rest) ? parameterOf(rest, name) : undefined);
}

function within(path: RegExp): Unwrap {
  return (rest) => {
    const found = path.exec(rest)?.[1];
    return found === undefined ? undefined : decode(found);
  };
}

/** For AMP: what follows is a URL without its scheme, for which a letter stands. */
function amp(start: RegExp): Unwrap {
  return (rest) => {
    const found = start.exec(rest);
    if (found === null) return undefined;
    return `${found[1] === undefined ? "http" : "https"}://${rest.slice(found[0].length)}`;
  };
}

/** For a translated page: its host is one label, with a hyphen for a dot and two for a hyphen. */
function translated(rest: string, host: string): string {
  const label = host.slice(0, host.indexOf("."));
  const name = label.replaceAll("-", ".").replaceAll("..", "-");
  return `https://${name}${rest}`;
}

function packed(path: RegExp, name: string, form: RegExp): Unwrap {
  return (rest) => {
    const found = path.test(rest) ? form.exec(parameterOf(rest, name) ?? "")?.[1] : undefined;
    return found === undefined ? undefined : unpack(found);
  };
}

function unpack(text: string): string | undefined {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return textOf(bytes) ?? bytes;
  } catch {
    return undefined;
  }
}

function urldefense(rest: string): string | undefined {
  const [, v3, signs = ""] = /^\/v3\/__(.+?)__;([^!]*)/.exec(rest) ?? [];
  if (v3 !== undefined) return putBack(v3, signs).replace(/^(https?):\/(?!\/)/, "$1://");
  const v2 = parameterOf(rest, "u");
  return v2 === undefined ? undefined : decode(v2.replaceAll("-", "%").replaceAll("_", "/"));
}

/** Proofpoint stores signs apart: "*" stands for the next one, and "**B" for the next three. */
function putBack(masked: string, packedSigns: string): string {
  const signs = Array.from(unpack(packedSigns) ?? "");
  let at = 0;
  return masked.replace(/\*(?:\*([\w-]))?/g, (star, run?: string) => {
    const from = at;
    at += run === undefined ? 1 : RUNS.indexOf(run) + 2;
    return signs.slice(from, at).join("") || star;
  });
}

function parameterOf(rest: string, name: string): string | undefined {
  const mark = rest.indexOf("?");
  if (mark < 0) return undefined;
  for (const pair of rest.slice(mark + 1).split("&")) {
    if (pair.startsWith(`${name}=`)) return decode(pair.slice(name.length + 1));
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
