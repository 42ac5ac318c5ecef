import { isRefusal, whenThere, type Refusal, type Soon } from "../http/index.ts";
import { lookUpFor } from "./look-up-for.ts";
import type { Asker } from "./asker.ts";
import type { Indicator, IndicatorType } from "./indicators/indicator.ts";
import { readIndicator } from "./indicators/read-indicator.ts";
import { LOOKUP_TYPES, type LookupModule } from "./lookup-types.ts";
import type { Aspect } from "./lookup/look-up.ts";
import { resolverOf } from "./lookup/resolve-name.ts";
import type { Verdict } from "./lookup/verdict.ts";
import { guessType } from "./tenant-lists/read-entry.ts";

/** Quotes and invisible characters in front are skipped, as they are when the value is read. */
const LOOKS_LIKE_ASN = /^[^a-z\d:]*as/i;

/** Reads the value of a call, for this module. */
export function readQuestion(
  module: LookupModule,
  value: string,
  type: string | undefined,
): Indicator | Refusal {
  return readIndicator(typeOf(module, value, type), value, {
    underscore: module === "dnssearch",
    asnToo: module === "ipsearch",
    emailToo: module === "darkweb",
  });
}

/**
 * Reads what was typed into a form, which has no parameter `type` that a fault could name. Among
 * domains, an e-mail or an IP address is told by how it looks.
 */
export function readTyped(
  module: LookupModule,
  value: string,
  chosen: string | undefined,
): Indicator | Refusal {
  const type = chosen ?? (module === "darkweb" ? guessType(value) : undefined);
  return readIndicator(typeOf(module, value, type), value, { underscore: module === "dnssearch" });
}

function typeOf(module: LookupModule, value: string, type: string | undefined): IndicatorType {
  if (type === undefined && module === "ipsearch") return LOOKS_LIKE_ASN.test(value) ? "asn" : "ip";
  const types = LOOKUP_TYPES[module];
  return types.find((known) => known === type) ?? types[0];
}

/** The verdict that a call of the module would get. */
export function answerQuestion(
  asker: Asker,
  module: LookupModule,
  indicator: Indicator,
): Soon<Verdict | Refusal> {
  const aspect: Aspect = module === "darkweb" ? "exposure" : "reputation";
  const resolve = module === "dnssearch" ? resolverOf(asker, indicator) : undefined;
  return whenThere(lookUpFor(asker, indicator, aspect, resolve), (explained) =>
    isRefusal(explained) ? explained : explained.verdict,
  );
}
