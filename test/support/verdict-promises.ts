import type { Verdict } from "../../src/intel/lookup/verdict.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const SET_ASIDE = [[], ["private"], ["reserved"]].map(String);

/** Returns the rules for every answer of a look-up that this one breaks. */
export function brokenPromises(verdict: Verdict, now = Date.now()): string[] {
  const promises: Record<string, boolean> = {
    "found means that there are sources": verdict.found === verdict.sources.length > 0,
    "what is not found is unknown": verdict.found || isUnknown(verdict),
    "levels are whole and from 0 to 100": [verdict.threatLevel, verdict.confidence].every(
      (level) => Number.isInteger(level) && level >= 0 && level <= 100,
    ),
    "malicious is 70 or more": verdict.disposition !== "malicious" || verdict.threatLevel >= 70,
    "clean is below 30 and vouched for": verdict.disposition !== "clean" || isVouchedFor(verdict),
    "lists are sorted and have nothing twice": [verdict.sources, verdict.categories].every(
      (list) => String(list) === String([...new Set(list)].toSorted()),
    ),
    "times are in order and past": timesFit(verdict, now),
  };
  return Object.keys(promises).filter((name) => promises[name] === false);
}

function isUnknown({ disposition, threatLevel, confidence, categories }: Verdict): boolean {
  const isNothing = disposition === "unknown" && threatLevel === 0 && confidence === 0;
  return isNothing && SET_ASIDE.includes(String(categories));
}

function isVouchedFor({ threatLevel, sources }: Verdict): boolean {
  return threatLevel < 30 && sources.some((name) => /^misp-|^tenant-/.test(name));
}

function timesFit({ firstSeen, lastSeen }: Verdict, now: number): boolean {
  if (firstSeen === undefined || lastSeen === undefined) return firstSeen === lastSeen;
  const areWritten = TIME.test(firstSeen) && TIME.test(lastSeen);
  return areWritten && firstSeen <= lastSeen && Date.parse(lastSeen) <= now;
}
