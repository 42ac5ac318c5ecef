import { isPublicEnding } from "../../../intel/suffixes/registrable.ts";
import { carriesBrand, ownerOf } from "./brands.ts";
import { isKnownSite } from "./known-sites.ts";

/** What the name of a host tells about it. */
export type HostKind =
  | "official"
  | "institution"
  | "known_site"
  | "brand_like"
  | "ip"
  | "shortener"
  | "link_in_bio"
  | "free_site"
  | "punycode"
  | "mixed_script"
  | "cheap_ending"
  | "many_hyphens"
  | "many_labels"
  | "digits"
  | "ordinary";

const SHORTENERS = new Set(
  "bit.ly tinyurl.com t.co goo.gl ow.ly is.gd buff.ly cutt.ly rb.gy rebrand.ly shorturl.at tiny.cc bl.ink t.ly s.id v.gd acortar.link encr.pw n9.cl short.gy soo.gd lnkd.in adf.ly bit.do qr.ae x.gd urlz.fr shorte.st encurtador.com.br abre.ai l1nk.dev surl.li u.to clck.ru 1url.com tr.im su.pr lc.chat did.li tinyl.io".split(
    " ",
  ),
);
const LINK_IN_BIO = new Set(
  "linktr.ee beacons.ai bio.link taplink.cc campsite.bio msha.ke lnk.bio solo.to".split(" "),
);
const FREE_SITES =
  /(?:^|\.)(?:weebly\.com|wixsite\.com|blogspot\.com|web\.app|firebaseapp\.com|pages\.dev|workers\.dev|netlify\.app|vercel\.app|github\.io|glitch\.me|000webhostapp\.com|herokuapp\.com|sites\.google\.com|forms\.gle|duckdns\.org|ngrok\.io|ngrok-free\.app|trycloudflare\.com|r2\.dev|square\.site|godaddysites\.com|webcindario\.com|myftp\.org|hopto\.org|ddns\.net|repl\.co|replit\.app|framer\.app|carrd\.co)$/;
const CHEAP = new Set(
  "xyz top online site club shop icu buzz live click link win vip fun info cfd sbs cyou rest bar ml ga cf gq tk pw space website support loan loans bet casino work run zone su ru cc cn help center digital services one today world lat quest best monster lol mobi biz".split(
    " ",
  ),
);
const INSTITUTION = /(?:^|\.)((?:gov|gob|gub|gouv|mil|edu|jus|leg)(?:\.[a-z]{2})?|ac\.[a-z]{2})$/;
/** An IP address as browsers take it: four numbers or fewer, decimal or hexadecimal, or in brackets. */
const ADDRESS = /^(?:0x[\da-f]*|\d+)(?:\.(?:0x[\da-f]*|\d+)){0,3}$|^\[/i;
const GREEK_TO_ARMENIAN = /[\u0370-\u058f]/;
/** Only digits and letters of other scripts that look like Latin ones in an address bar. */
const TWINS = /^[-\dасԁеһіїјӏорԛѕԝхуαινορυ]+$/;
const MANY_LABELS = 5;

/** The kinds of hosts whose owner is known, so that a link to them leads where it says. */
export const VOUCHED: ReadonlySet<HostKind | undefined> = new Set<HostKind | undefined>([
  "official",
  "institution",
  "known_site",
]);

export interface HostLists {
  isShortener?: (host: string) => boolean;
  isLinkInBio?: (host: string) => boolean;
}

export function hostKinds(host: string, lists: HostLists = {}): HostKind[] {
  if (ADDRESS.test(host)) return ["ip"];
  if (SHORTENERS.has(host) || lists.isShortener?.(host) === true) return ["shortener"];
  if (LINK_IN_BIO.has(host) || lists.isLinkInBio?.(host) === true) return ["link_in_bio"];
  if (isInstitution(host)) return ["institution"];
  if (ownerOf(host) !== undefined) return ["official"];
  return isKnownSite(host) ? ["known_site"] : suspicions(host);
}

/**
 * Whether the host is an authority's. The ending must be a public one: if anybody may register
 * "gob.ml", a host below it is no authority's.
 */
function isInstitution(host: string): boolean {
  const ending = INSTITUTION.exec(host)?.[1];
  return ending !== undefined && isPublicEnding(ending);
}

function suspicions(host: string): HostKind[] {
  const kinds: HostKind[] = [];
  const labels = host.split(".");
  const ending = labels.at(-1) ?? "";
  const name = labels.slice(0, -1).join(".");
  if (carriesBrand(host)) kinds.push("brand_like");
  if (FREE_SITES.test(host)) kinds.push("free_site");
  if (host.includes("xn--")) kinds.push("punycode");
  if (labels.some(isDisguised)) kinds.push("mixed_script");
  if (CHEAP.has(ending)) kinds.push("cheap_ending");
  if ((name.match(/-/g)?.length ?? 0) >= 2) kinds.push("many_hyphens");
  if (labels.length >= MANY_LABELS) kinds.push("many_labels");
  if (/\d/.test(name)) kinds.push("digits");
  if (kinds.length === 0) kinds.push("ordinary");
  return kinds;
}

/**
 * Whether a label mixes scripts, or has only letters that look like Latin ones. A name in one other
 * script is honest, under a Latin ending too.
 */
function isDisguised(label: string): boolean {
  return GREEK_TO_ARMENIAN.test(label) && (/[a-z]/.test(label) || TWINS.test(label));
}
