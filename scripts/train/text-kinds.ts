import type { Channel } from "../../src/inspection/layers/l1/read-message.ts";
import type { Fit } from "./fit-margin.ts";

/** One of the two text models. Every number here was chosen by cross-validation within the training part. */
export interface TextKind {
  /** Buckets, as a power of two. */
  bits: number;
  takes: (channel: Channel) => boolean;
  /** How the two questions are fitted: clean or not, and if not, phishing or spam. */
  bad: Fit;
  phishing: Fit;
  /** The share of clean messages, judged by machines that had not seen them, that may come to a score of 50 or more. */
  falsePositives: number;
}

const USUAL: Fit = { cost: 5, evenness: 0.5 };

export const SHORT: TextKind = {
  bits: 18,
  takes: (channel) => channel !== "email",
  bad: USUAL,
  phishing: { cost: 1, evenness: 0.25 },
  falsePositives: 0.01,
};

export const MAIL: TextKind = {
  bits: 18,
  takes: (channel) => channel === "email",
  bad: USUAL,
  phishing: USUAL,
  falsePositives: 0.007,
};
