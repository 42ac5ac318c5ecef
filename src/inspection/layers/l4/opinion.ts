import * as z from "zod";
import { once } from "../../../platform/index.ts";
import { VERDICTS } from "../../schemas.ts";
import type { Message } from "../../reading/read-message.ts";
import { FLAGGED_FROM } from "../settle-score.ts";
import type { Layer } from "../layer.ts";

const MAX_SCORE = 100;

/** What a model may give as its reasons; whatever else it writes is no answer. */
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
/** What a model writes is cut to the answer's bound afterwards; beyond this it is no sentence. */
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
  /** Subject and visible text, refanged, without what the message's own style hides. */
  text: string;
  /** How many letters that is, where there are any. */
  hiddenLetters?: number | undefined;
  lang: string;
  layers: readonly Layer[];
  findings: readonly { value: string; disposition: string }[];
}

/** Undefined when no good answer came in time. It never throws. */
export type AskModel = (question: Question) => Promise<Opinion | undefined>;
