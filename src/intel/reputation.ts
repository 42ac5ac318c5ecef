import { isRefusal, type Refusal } from "../http/index.ts";
import type { Asker } from "./asker.ts";
import { knowledgeFor } from "./recall-knowledge.ts";
import type { Category } from "./fusion/categories.ts";
import { SPECIFICITY } from "./fusion/evidence.ts";
import type { Weighed } from "./fusion/weigh.ts";
import type { Index } from "./indexes/build-index.ts";
import { segmentOf } from "./indexes/reference.ts";
import type { IndicatorType } from "./indicators/indicator.ts";
import { readIndicator } from "./indicators/read-indicator.ts";
import { hashOfHost, nameKey } from "./keys/keys.ts";
import { Unconfirmed } from "./lookup/confirm-doubts.ts";
import { lookUp } from "./lookup/look-up.ts";
import type { Verdict } from "./lookup/verdict.ts";
import { partsOf } from "./suffixes/registrable.ts";
import type { Action } from "./tenant-lists/match-lists.ts";

/** What comes at least this close counts as a hit on the thing itself. */
const EXACT_FROM = SPECIFICITY.host;

/** How one thing that a message names stands with the sources and with the tenant. */
export interface Standing {
  verdict: Verdict;
  /** The tenant's own entry, where one decided. */
  listed: Action | undefined;
  /** Whether the very thing is listed, and not only something near it. */
  exact: boolean;
}

/** The index and one tenant's lists, for whoever has many questions about one message. */
export interface Reputation {
  /** No feed is loaded: then nothing that it says of the unknown means anything. */
  isEmpty: boolean;
  /**
   * Undefined for text that is no indicator of the type; "unread" where the answer cannot be read
   * now.
   */
  standingOf: (type: IndicatorType, value: string) => Promise<Standing | "unread" | undefined>;
  isShortener: (host: string) => boolean;
  isLinkInBio: (host: string) => boolean;
  isDisposable: (host: string) => boolean;
}

/** 503 while the index or the tenant's lists cannot be read. */
export async function reputationFor(asker: Asker): Promise<Reputation | Refusal> {
  const knowledge = await knowledgeFor(asker);
  if (isRefusal(knowledge)) return knowledge;
  const { index } = knowledge;
  return {
    isEmpty: index.parts.length === 0,
    standingOf: async (type, value) => {
      const indicator = readIndicator(type, value, { long: true });
      if (isRefusal(indicator)) return undefined;
      try {
        const { verdict, reasons } = await lookUp(knowledge, indicator, asker.platform.now());
        const { entry, weighed } = reasons;
        return { verdict, listed: entry?.action, exact: weighed.some(isExact) };
      } catch (error) {
        if (error instanceof Unconfirmed) return "unread";
        throw error;
      }
    },
    isShortener: (host) => isOf(index, host, "shortener"),
    isLinkInBio: (host) => isOf(index, host, "link-in-bio"),
    isDisposable: (host) => isOf(index, host, "disposable-email"),
  };
}

/** The name that somebody registered, by the public suffix list; the host itself where it has none. */
export function registrableOf(host: string): string {
  return partsOf(host).registrable ?? host;
}

function isExact({ evidence, dismissed }: Weighed): boolean {
  const counts = dismissed === undefined && evidence.source.effect === "threat";
  return counts && SPECIFICITY[evidence.scope] >= EXACT_FROM;
}

/** Whether a list of the category has the name itself. */
function isOf(index: Index, host: string, category: Category): boolean {
  const { hi, lo } = nameKey(hashOfHost(host));
  let found = false;
  index.names.visit(hi, lo, (reference) => {
    found ||= index.parts[segmentOf(reference)]?.source.category === category;
  });
  return found;
}
