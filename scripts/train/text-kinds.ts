import { FORM, TOKENS } from "../../src/inspection/layers/l3/collector.ts";
import type { Channel } from "../../src/inspection/reading/read-message.ts";
import type { Fit } from "./fit-margin.ts";
import { EVASIONS, type Evasion } from "./perturb.ts";

/**
 * The settings of one of the two text models. Every number here was chosen by cross-validation within
 * the training part.
 */
export interface TextKind {
  /** Buckets, as a power of two. */
  bits: number;
  takes: (channel: Channel) => boolean;
  /** Which messages have copies as somebody who evades filters would write them. */
  copies: { own: Copies; public: Copies };
  /** How the two questions are fitted: clean or not, and if not, phishing or spam. */
  bad: Fit;
  phishing: Fit;
  /**
   * How the second machine for public messages is fitted, and how it is told whether a message is like
   * them; undefined if one machine reads all.
   */
  archive: { bad: Fit; likeness: Fit } | undefined;
  /** What an own message weighs beside a public one, if one machine reads both. */
  ownWeight: number;
  /** How hard examples are pushed to their side, if the first question is asked of one machine. */
  push: Push | undefined;
  /**
   * The share of clean messages, judged by machines that had not seen them, that may get a score of 50
   * or more.
   */
  falsePositives: number;
}

/** How hard public messages are pushed, and copies of own ones from a sender of the other side. */
export interface Push {
  clean: number;
  bad: number;
  swapped: number;
  /** What it counts if a public message stands beyond its margin, beside falling short of it. */
  beyond: number;
}

export interface Copies {
  evasions: readonly Evasion[];
  /** The share of messages that have a disguised copy. */
  clean: number;
  bad: number;
  /** The share of bad messages that have a copy among honest words. */
  padded: number;
  /** The share of messages that have a copy from a sender of the other side. */
  swapped: number;
  /** How many copies in honest surroundings each message has on average. */
  surrounded: number;
}

const FEW: Copies = {
  evasions: ["look-alike", "zero-width", "spacing", "leet", "defanged"],
  clean: 0.08,
  bad: 0.6,
  padded: 0,
  swapped: 0,
  surrounded: 0,
};
/**
 * For public messages and mail so many copies would cost some of the ranking at the top. "mistyped" is
 * there twice, since mistyped words hide most.
 */
const MANY: Copies = {
  evasions: [...EVASIONS, "mistyped"],
  clean: 0.1,
  bad: 0.8,
  padded: 0.15,
  swapped: 0,
  surrounded: 0,
};

const USUAL: Fit = { cost: 5, evenness: 0.5 };

export const SHORT: TextKind = {
  bits: 18,
  takes: (channel) => channel !== "email",
  copies: { own: MANY, public: FEW },
  bad: USUAL,
  phishing: { cost: 1, evenness: 0.25 },
  archive: {
    bad: { cost: 5, evenness: 0.15, groups: { [FORM]: 0.6, [TOKENS]: 1.3 } },
    likeness: { cost: 1, evenness: 0.5 },
  },
  ownWeight: 1,
  push: undefined,
  falsePositives: 0.007,
};

export const MAIL: TextKind = {
  bits: 18,
  takes: (channel) => channel === "email",
  copies: { own: { ...FEW, swapped: 0.3, surrounded: 1 }, public: FEW },
  bad: USUAL,
  phishing: USUAL,
  archive: undefined,
  ownWeight: 0.1,
  push: { clean: 1, bad: 0.3, swapped: 0.5, beyond: 0.03 },
  falsePositives: 0.003,
};
