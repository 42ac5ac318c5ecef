import type { Soon } from "../../http/index.ts";
import { fuse, type Disposition } from "../fusion/fuse.ts";
import { weigh } from "../fusion/weigh.ts";
import type { Evidence } from "../fusion/evidence.ts";
import { parentNames } from "../indicators/expressions.ts";
import { hashOfHost, nameKey } from "../keys/keys.ts";
import { hasSuffixesBelow } from "../suffixes/find-suffix.ts";
import { partsOf } from "../suffixes/registrable.ts";
import { Findings } from "./findings.ts";
import type { Knowledge } from "./look-up.ts";

/**
 * The disposition that a look-up of any name below this one gives at least. Only lines for all names
 * below count for that: other evidence is dismissed for those that are popular.
 */
export function judgeBelow(
  { index, confirm }: Pick<Knowledge, "index" | "confirm">,
  name: string,
  now: number,
): Soon<Disposition> {
  if (hasSuffixesBelow(name)) return "unknown";
  // No listed name has this label.
  const any = `*.${name}`;
  const findings = new Findings(index);
  for (const parent of parentNames(any, partsOf(any).registrable)) {
    findings.name(nameKey(hashOfHost(parent)), "parent", "exact");
  }
  const { evidence, doubts } = findings;
  const judge = (confirmed: readonly Evidence[]) => {
    const covering = [...evidence, ...confirmed].filter(({ scope }) => scope === "exact");
    return fuse(weigh(covering, { rented: [], isDocumentation: false }, now), false, now)
      .disposition;
  };
  return doubts.length === 0 ? judge([]) : confirm(doubts).then(judge);
}
