import { createHash } from "node:crypto";
import type { Message } from "../../src/inspection/reading/read-message.ts";

export type Label = "clean" | "spam" | "phishing";

export interface Sample {
  message: Message;
  label: Label;
  /** Where it comes from: the set of the public data, or "own". */
  set: string;
  lang?: string;
  /** Samples of one group are always on the same side of a split. */
  group: string;
}

const VALIDATION_SHARE = 20;

/** Returns a number from 0 to 99 that depends on the group alone. */
export function bucketOf(sample: Sample, salt = ""): number {
  const digest = createHash("sha256")
    .update(salt + sample.group)
    .digest();
  return digest.readUInt32BE(0) % 100;
}

export function isValidation(sample: Sample): boolean {
  return bucketOf(sample) < VALIDATION_SHARE;
}

/** Whether a sample was written for the project and does not come from a public collection. */
export function isOwn({ set }: Sample): boolean {
  return set === "own";
}

/**
 * Returns the text with its case, numbers and spaces evened out, so that copies are on one side of the
 * split.
 */
export function groupOf(message: Message): string {
  return `${message.subject ?? ""} ${message.body}`
    .toLowerCase()
    .replace(/\d+/g, "0")
    .replace(/[^\p{L}0]+/gu, " ")
    .trim();
}
