import * as z from "zod";
import { pagingQuery, unicode } from "../http/contract/index.ts";
import { tenantIdSchema } from "../tenants/shared-schemas.ts";
import { MAX_MAIL, MAX_SENDER, MAX_SUBJECT } from "./limits.ts";
import { channel, verdict } from "./schemas.ts";

const MAX_NOTE = 2_000;
export const KINDS = ["false_positive", "missed"] as const;

const id = z
  .string()
  .regex(/^insp_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "must be the id of an inspection");

export const recordList = z.object({
  ...pagingQuery,
  verdict: verdict.optional(),
  channel: channel.optional(),
  feedback: z
    .enum(["any", "none", ...KINDS])
    .optional()
    .describe("Only those with, without or with this feedback."),
});

export const recordParam = z.object({ tenantId: tenantIdSchema, id });

const aboutFeedback = {
  note: unicode.max(MAX_NOTE).optional(),
  message: z
    .strictObject({
      sender: z.string().max(MAX_SENDER),
      subject: z.string().max(MAX_SUBJECT).optional(),
      body: z.string().max(MAX_MAIL),
    })
    .optional()
    .describe("The message as it was inspected, if it may be kept for training."),
};

const falsePositive = z.strictObject({
  kind: z.literal("false_positive"),
  label: z.literal("clean").default("clean"),
  ...aboutFeedback,
});

const missed = z.strictObject({
  kind: z.literal("missed"),
  label: z.enum(["spam", "phishing"]).default("phishing").describe("What the message is in truth."),
  ...aboutFeedback,
});

export const newFeedback = z
  .discriminatedUnion("kind", [falsePositive, missed])
  .meta({ id: "NewInspectionFeedback" });

export type InspectionFilter = Omit<z.infer<typeof recordList>, "page" | "limit">;

export type NewFeedback = z.infer<typeof newFeedback>;
