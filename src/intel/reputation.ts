import { isRefusal, type Refusal } from "../http/index.ts";
import type { Asker } from "./asker.ts";
import { knowledgeFor } from "./recall-knowledge.ts";
import type { Category } from "./fusion/categories.ts";
import { SPECIFICITY } from "./fusion/evidence.ts";
import type { Weighed } from "./fusion/weigh.ts";
import type { IndicatorType } from "./indicators/indicator.ts";
import { readIndicator } from "./indicators/read-indicator.ts";
import { Unconfirmed } from "./lookup/confirm-doubts.ts";
import { isListed } from "./lookup/is-listed.ts";
import { lookUp } from "./lookup/look-up.ts";
import type { Verdict } from "./lookup/verdict.ts";
import { partsOf } from "./suffixes/registrable.ts";
import type { Action } from "./tenant-lists/match-lists.ts";

/** A hit with at least this specificity is one on the thing itself. */
const EXACT_FROM = SPECIFICITY.host;

/** What sources and the tenant's lists say of one thing that a message names. */
export interface Standing {
  verdict: Verdict;
  /** The action of the tenant's own entry, if one decided. */
  listed: Action | undefined;
  /** Whether the thing itself is listed, and not only something near it. */
  exact: boolean;
}

/** The index and one tenant's lists, for many questions about one message. */
export interface Reputation {
  /** No feed is loaded: then "unknown" means nothing. */
  isEmpty: boolean;
  /** Undefined if the text is no indicator of this type; "unread" if the answer cannot be read now. */
  standingOf: (type: IndicatorType, value: string) => Promise<Standing | "unread" | undefined>;
  isShortener: (host: string) => boolean;
  isLinkInBio: (host: string) => boolean;
  isDisposable: (host: string) => boolean;
}

/** Refuses with 503 while the index or the tenant's lists cannot be read. */
export async function reputationFor(asker: Asker): Promise<Reputation | Refusal> {
  const knowledge = await knowledgeFor(asker);
  if (isRefusal(knowledge)) return knowledge;
  const { index } = knowledge;
  const isOn = (category: Category) => (host: string) =>
    isListed(index, host, (source) => source.category === category);
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
    isShortener: isOn("shortener"),
    isLinkInBio: isOn("link-in-bio"),
    isDisposable: isOn("disposable-email"),
  };
}

/** The registered name above a host, by the Public Suffix List; the host itself if there is none. */
export function registrableOf(host: string): string {
  return partsOf(host).registrable ?? host;
}

function isExact({ evidence, dismissed }: Weighed): boolean {
  const counts = dismissed === undefined && evidence.source.effect === "threat";
  return counts && SPECIFICITY[evidence.scope] >= EXACT_FROM;
}
