import { join } from "node:path";
import { MALICIOUS_FROM, SUSPICIOUS_FROM } from "../../src/intel/fusion/fuse.ts";
import type { Source } from "../../src/intel/sources/source.ts";
import { findSharedData, saySkipped } from "../find-shared-data.ts";
import type { Evaluation } from "./evaluation.ts";
import { fitDecay } from "./intel/fit-decay.ts";
import { chanceAfter, sourceOf, verdictAfter, withDecay } from "./intel/forecast.ts";
import { foresight } from "./intel/foresight.ts";
import { readHistory, type Listing } from "./intel/read-history.ts";
import { brier, relistings, type Relisted } from "./intel/relistings.ts";

const DAY = 86_400;
const seconds = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000;
/** Constants are chosen from what was known before this day; figures are from what came after. */
const DATE = seconds("2025-10-01");
const EARLIEST = seconds("2024-11-01");
/** How long the first constants, taken from the literature, called a phishing address suspicious. */
const SUSPICIOUS_DAYS = 5;
const FIRST_DECAY = { tauDays: 14, delta: 2.3 };

const HISTORY = "feeds/history";

export const evaluation: Evaluation = {
  title: `look-ups: forecasts and listings after ${new Date(DATE * 1000).toISOString().slice(0, 10)}`,
  async run() {
    const data = findSharedData(HISTORY);
    if (data === undefined) {
      console.log(saySkipped("all of it", HISTORY));
      return;
    }
    const folder = join(data, HISTORY);
    const urls = readHistory(folder, "openphish");
    printRelistings(sourceOf("openphish"), urls);
    await printForesight(sourceOf("openphish"), urls);
    printStayers(sourceOf("threatfox-ips"), readHistory(folder, "threatfox-ips"));
  },
};

/**
 * Prints how often addresses of OpenPhish are listed again. It shows only its newest, so an end of
 * listing is no end of danger; a return proves it.
 */
function printRelistings(source: Source, history: readonly Listing[]): void {
  const end = history.reduce((latest, { last }) => Math.max(latest, last), 0);
  const before = relistings(history, { from: EARLIEST, to: DATE, end: DATE });
  const after = relistings(history, { from: DATE, to: end, end });
  const fitted = fitDecay(source, before, SUSPICIOUS_DAYS);
  console.log("OpenPhish: is an address listed again, so many days after it was listed first?");
  console.log(
    "The chance is the confidence of the fusion. Listed again is the least of what is true:",
  );
  console.log("most addresses that are still dangerous never come back to this list.\n");
  console.table(after.map((row) => rowOf(source, row)));
  console.log("Reliability by decile of the chance, after the date:");
  console.table(byDecile(source, after));
  const score = (seen: readonly Relisted[], of: Source) =>
    brier(seen, (days) => chanceAfter(of, days)).toFixed(4);
  const rate = baseRate(before);
  const first = withDecay(source, FIRST_DECAY);
  const best = fitted === undefined ? source : withDecay(source, fitted.decay);
  console.log("Brier score (0 is perfect):");
  console.table(
    [
      ["the product's constants", source.decay, score(before, source), score(after, source)],
      ["chosen before the date", best.decay, score(before, best), score(after, best)],
      ["of the literature", FIRST_DECAY, score(before, first), score(after, first)],
      [
        "always the base rate",
        rate.toFixed(3),
        ...[before, after].map((seen) => brier(seen, () => rate).toFixed(4)),
      ],
    ].map(([forecast, decay, early, late]) => ({
      forecast,
      decay: typeof decay === "string" ? decay : JSON.stringify(decay),
      "before the date": early,
      "after it": late,
    })),
  );
}

function rowOf(source: Source, { days, asked, again }: Relisted) {
  const { threatLevel } = verdictAfter(source, days);
  return {
    days,
    asked,
    "listed again": (again / asked).toFixed(3),
    chance: chanceAfter(source, days).toFixed(2),
    "threat level": threatLevel,
    disposition: dispositionAt(threatLevel),
  };
}

function dispositionAt(threatLevel: number): string {
  if (threatLevel >= MALICIOUS_FROM) return "malicious";
  return threatLevel >= SUSPICIOUS_FROM ? "suspicious" : "unknown";
}

function byDecile(source: Source, seen: readonly Relisted[]) {
  const deciles = Map.groupBy(seen, ({ days }) => Math.floor(chanceAfter(source, days) * 10));
  return [...deciles]
    .toSorted(([one], [other]) => one - other)
    .map(([decile, rows]) => {
      const asked = rows.reduce((sum, row) => sum + row.asked, 0);
      const said = rows.reduce((sum, row) => sum + row.asked * chanceAfter(source, row.days), 0);
      const again = rows.reduce((sum, row) => sum + row.again, 0);
      return {
        chance: `${decile / 10} to ${(decile + 1) / 10}`,
        asked,
        said: (said / asked).toFixed(3),
        was: (again / asked).toFixed(3),
      };
    });
}

function baseRate(seen: readonly Relisted[]): number {
  return seen.reduce((sum, { asked, again }) => sum + again / asked, 0) / seen.length;
}

/** Prints what a look-up said of new addresses at known hosts before the list had them. */
async function printForesight(source: Source, history: readonly Listing[]): Promise<void> {
  const end = history.reduce((latest, { last }) => Math.max(latest, last), 0);
  const rows = [];
  for (let at = DATE; at + 30 * DAY <= end; at += 60 * DAY) {
    const { asked, found, suspicious, malicious } = await foresight(source, history, at);
    const share = (count: number) => `${((100 * count) / asked).toFixed(1)} %`;
    rows.push({
      at: new Date(at * 1000).toISOString().slice(0, 10),
      "listed in the next 14 days": asked,
      found: share(found),
      suspicious: share(suspicious),
      malicious: share(malicious),
    });
  }
  console.log(
    "\nOpenPhish: what was said of addresses before they were listed, by their hosts alone:",
  );
  console.table(rows);
}

/** Prints how many addresses ThreatFox still has after a month; it keeps them for months. */
function printStayers(source: Source, history: readonly Listing[]): void {
  const end = history.reduce((latest, { last }) => Math.max(latest, last), 0);
  const chance = chanceAfter(source, 0);
  const rows = [];
  for (let at = DATE; at + 30 * DAY <= end; at += 30 * DAY) {
    const listed = history.filter(({ first, last }) => first <= at && last >= at);
    const stayed = listed.filter(({ last }) => last >= at + 30 * DAY).length / listed.length;
    rows.push({
      at: new Date(at * 1000).toISOString().slice(0, 10),
      listed: listed.length,
      "still listed 30 days later": stayed.toFixed(3),
      chance: chance.toFixed(2),
      brier: (stayed * (1 - chance) ** 2 + (1 - stayed) * chance ** 2).toFixed(4),
    });
  }
  console.log("\nThreatFox: is an address that is listed still listed a month later?");
  console.table(rows);
}
