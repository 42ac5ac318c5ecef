import { isRefusal, type Refusal } from "../../http/index.ts";
import { given } from "../../platform/index.ts";
import { lookUpFor } from "../look-up-for.ts";
import type { Asker } from "../asker.ts";
import { knowledgeFor } from "../recall-knowledge.ts";
import { worst } from "../fusion/fuse.ts";
import { withoutBrackets } from "../indicators/ip.ts";
import { readIndicator } from "../indicators/read-indicator.ts";
import { canonicalText } from "../tenant-lists/read-entry.ts";
import { DENIED, type Explained } from "../lookup/explained.ts";
import { rowsAround, type Decided } from "./decisions.ts";
import { exportRows } from "./export-rows.ts";

/** The decisions about an address or a block, or all decisions. */
export async function findDecided(
  asker: Asker,
  asked: string | undefined,
  contains: boolean,
): Promise<Decided[] | Refusal> {
  if (asked?.includes("/") === false) return findOne(asker, asked);
  const knowledge = await knowledgeFor(asker);
  if (isRefusal(knowledge)) return knowledge;
  const rows = await exportRows(asker, knowledge, "ip", false);
  if (asked === undefined || isRefusal(rows)) return rows;
  return rowsAround(rows, asked, contains);
}

async function findOne(asker: Asker, address: string): Promise<Decided[] | Refusal> {
  const indicator = readIndicator("ip", address);
  if (isRefusal(indicator)) return indicator;
  const explained = await lookUpFor(asker, indicator);
  if (isRefusal(explained)) return explained;
  if (explained.verdict.disposition !== "malicious") return [];
  const until = explained.reasons.entry?.expiresAt ?? undefined;
  const value = withoutBrackets(canonicalText(indicator));
  return [{ value, category: categoryOf(explained), ...given({ until }) }];
}

/** The category that the threat level comes from, as in the lists. */
function categoryOf({ reasons }: Explained): string {
  if (reasons.entry !== undefined) return DENIED;
  return worst(reasons.weighed.filter(({ dismissed }) => dismissed === undefined)).category;
}
