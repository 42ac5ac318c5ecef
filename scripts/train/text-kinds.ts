import type { Channel } from "../../src/inspection/layers/l1/read-message.ts";

/** One of the two text models. */
export interface TextKind {
  /** Buckets, as a power of two. */
  bits: number;
  takes: (channel: Channel) => boolean;
  /** The share of clean messages, judged by machines that had not seen them, that may come to a score of 50 or more. */
  falsePositives: number;
}

export const SHORT: TextKind = {
  bits: 17,
  takes: (channel) => channel !== "email",
  falsePositives: 0.007,
};

/** Old newsletters, which are clean and read like spam, take up most of what mail is allowed. */
export const MAIL: TextKind = {
  bits: 17,
  takes: (channel) => channel === "email",
  falsePositives: 0.02,
};
