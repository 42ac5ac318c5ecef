import { probabilityOf } from "../../../src/inspection/model/fuse.ts";
import { readOtherScenarios } from "../../train/read-own.ts";
import { readPublic } from "../../train/read-public.ts";
import { isOwn, type Sample } from "../../train/samples.ts";
import { trainForeign } from "../../train/train-foreign.ts";
import { committed, judge, type Judged } from "./judge.ts";

interface Other {
  scenarios: Judged[];
  /** Public mails that the weights for other languages read. */
  mail: Judged[];
}

export const NO_OTHER: Other = { scenarios: [], mail: [] };

/**
 * Judges the scenarios in other languages and the public mails that are read like them, each by weights
 * that were trained without its fold: the committed ones have learned from all of them.
 */
export function judgeOtherLanguages(folder: string): Other {
  const samples = [...readOtherScenarios(), ...readPublic(folder, "mail")];
  const fits = [
    trainForeign(committed, samples, "short"),
    trainForeign(committed, samples, "mail"),
  ];
  const held = new Map(fits.flatMap((fit) => fit.held).map((each) => [each.sample, each]));
  const judged = (sample: Sample): Judged => {
    const main = judge(withoutForeign, sample);
    const other = held.get(sample);
    if (other === undefined) return main;
    const own = probabilityOf(other.odds);
    const score = other.both ? Math.max(main.score, own) : own;
    return { ...main, score, verdict: score >= 0.5 ? main.kind : "clean" };
  };
  return {
    scenarios: samples.filter(isOwn).map(judged),
    mail: samples.filter((sample) => !isOwn(sample) && held.has(sample)).map(judged),
  };
}

const withoutForeign = {
  ...committed,
  short: { ...committed.short, foreign: undefined },
  mail: { ...committed.mail, foreign: undefined },
};
