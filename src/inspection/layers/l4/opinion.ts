import * as z from "zod";
import { once } from "../../../platform/index.ts";
import { VERDICTS } from "../../verdicts.ts";
import type { Message } from "../../reading/read-message.ts";
import { FLAGGED_FROM } from "../settle-score.ts";
import type { Layer } from "../layer.ts";

const MAX_SCORE = 100;

/** The reasons that a model may give. An answer with any other reason does not count. */
export const REASONS = [
  "impersonation",
  "credential_request",
  "payment_request",
  "personal_data_request",
  "urgency",
  "threat",
  "prize_or_refund",
  "suspicious_link",
  "suspicious_attachment",
  "unknown_sender",
  "advertising",
  "adult_or_gambling",
  "investment_offer",
  "expected_notice",
  "conversation",
  "prompt_injection",
] as const;

const MOST_REASONS = 8;
/**
 * The rationale is shortened later (`clean-rationale.ts`); an answer with a longer one than this does
 * not count.
 */
const LONGEST = 2_000;

export const opinion = once(() =>
  z
    .strictObject({
      verdict: z.enum(VERDICTS),
      score: z.int().min(0).max(MAX_SCORE),
      signals: z.array(z.enum(REASONS)).max(MOST_REASONS),
      rationale: z.string().min(1).max(LONGEST),
    })
    .refine(({ verdict, score }) => (verdict === "clean") === score < FLAGGED_FROM),
);

export type Opinion = z.infer<ReturnType<typeof opinion>>;

/** What the model is asked about, and what the layers before it have found. */
export interface Question {
  message: Message;
  /** Subject and visible text, with links put right, without what the message's own style hides. */
  text: string;
  /** How many letters the style hides; undefined if none. */
  hiddenLetters?: number | undefined;
  lang: string;
  layers: readonly Layer[];
  findings: readonly { value: string; disposition: string }[];
}

/** Asks a model. Undefined if no good answer came in time. It never throws. */
export type AskModel = (question: Question) => Promise<Opinion | undefined>;
