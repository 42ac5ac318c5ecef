import type { Channel } from "../../src/inspection/reading/read-message.ts";
import type { Fit } from "./fit-margin.ts";

/**
 * One of the two text models. Every number here was chosen by cross-validation within the training
 * part.
 */
export interface TextKind {
  /** Buckets, as a power of two. */
  bits: number;
  takes: (channel: Channel) => boolean;
  /** How the two questions are fitted: clean or not, and if not, phishing or spam. */
  bad: Fit;
  phishing: Fit;
  /**
   * Where public and own messages are read by machines of their own: how to tell which a message is
   * like.
   */
  likeness: Fit | undefined;
  /**
   * The share of clean messages, judged by machines that had not seen them, that may come to a score
   * of 50 or more.
   */
  falsePositives: number;
}

const USUAL: Fit = { cost: 5, evenness: 0.5 };

export const SHORT: TextKind = {
  bits: 18,
  takes: (channel) => channel !== "email",
  bad: USUAL,
  phishing: { cost: 1, evenness: 0.25 },
  likeness: { cost: 1, evenness: 0.5 },
  falsePositives: 0.005,
};

export const MAIL: TextKind = {
  bits: 18,
  takes: (channel) => channel === "email",
  bad: USUAL,
  phishing: USUAL,
  likeness: undefined,
  falsePositives: 0.005,
};
