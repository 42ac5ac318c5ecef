import { fold } from "../../model/fold.ts";
import { brandsIn, ownerOf } from "./brands.ts";
import { findLinks } from "../../reading/find-links.ts";
import { VOUCHED, type HostKind } from "./host-kinds.ts";
import { kindsAsSeen } from "./kinds-as-seen.ts";
import type { Reading } from "../../reading/read-message.ts";
import type { Found, FormContext, SignalId } from "./signals.ts";
import { registrableGuess } from "../../reading/top-level.ts";

const MAX_LINKS = 100;
const MAX_BRAND_TEXT = 4000;
const MAX_ANCHORS = 50;

const KIND_SIGNALS: Partial<Record<HostKind, SignalId>> = {
  brand_like: "url_brand_like",
  mixed_script: "url_mixed_script",
  ip: "url_ip",
  punycode: "url_punycode",
  shortener: "url_shortener",
  link_in_bio: "url_link_in_bio",
  free_site: "url_free_site",
  cheap_ending: "url_cheap_ending",
  many_hyphens: "url_many_hyphens",
  many_labels: "url_many_labels",
};

/** Returns the signals of the links, each once. */
export function linkSignals(reading: Reading, context: FormContext): Found[] {
  const found = new Map<SignalId, Found>();
  const note = (id: SignalId, value?: string) => {
    if (!found.has(id)) found.set(id, value === undefined ? { id } : { id, value });
  };
  let official = false;
  let foreign = false;
  for (const link of reading.named.slice(0, MAX_LINKS)) {
    const kinds = kindsAsSeen(link.host, context);
    if (VOUCHED.has(kinds[0])) official = true;
    else foreign = true;
    for (const kind of kinds) {
      const id = KIND_SIGNALS[kind];
      if (id !== undefined) note(id, link.host);
    }
    if (/^[a-z]+:\/\/[^/?#]{0,256}@/i.test(link.url)) note("url_userinfo", link.host);
  }
  const isDefanged = reading.defanged || reading.uncovered !== undefined;
  if (isDefanged && reading.named.length > 0) note("url_defanged");
  if (foreign && !official) {
    const words = fold(reading.text.slice(0, MAX_BRAND_TEXT))
      .toLowerCase()
      .split(/[^a-z0-9]+/);
    const brand = [...brandsIn(words, false)][0];
    if (brand !== undefined) note("brand_foreign_link", brand.name);
  }
  if (mismatchedAnchor(reading, context)) note("anchor_mismatch");
  if (reading.passwordField) note("password_field");
  return [...found.values()];
}

/** Whether a link shows one address and leads to another. */
function mismatchedAnchor(reading: Reading, context: FormContext): boolean {
  const registrable = context.registrable ?? registrableGuess;
  return reading.anchors.slice(0, MAX_ANCHORS).some((anchor) => {
    const shown = findLinks(anchor.text, 1)[0];
    const real = findLinks(anchor.href, 1)[0];
    if (shown === undefined || real === undefined) return false;
    if (registrable(shown.host) === registrable(real.host)) return false;
    return ownerOf(shown.host) === undefined || ownerOf(shown.host) !== ownerOf(real.host);
  });
}
