import * as z from "zod";
import { pageSchema, pagingQuery, time, unicode } from "../http/contract/index.ts";
import { tenantIdSchema } from "../tenants/shared-schemas.ts";
import { MAX_MAIL, MAX_SENDER, MAX_SUBJECT } from "./limits.ts";
import { channel, layer, score, verdict } from "./schemas.ts";

const MAX_NOTE = 2_000;
const KINDS = ["false_positive", "missed"] as const;

const id = z
  .string()
  .regex(/^insp_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "must be the id of an inspection");

export const feedback = z
  .strictObject({
    kind: z.enum(KINDS),
    label: verdict,
    note: z.string().nullable(),
    /** Whether the message was sent along with the feedback. */
    hasMessage: z.boolean(),
    by: z.string(),
    createdAt: time,
  })
  .meta({ id: "InspectionFeedback" });

export const record = z
  .strictObject({
    inspectionId: z.string(),
    channel,
    verdict,
    score,
    lang: z.string(),
    layers: z.array(layer),
    keyId: z.string(),
    createdAt: time,
    expiresAt: time,
    feedback: feedback.nullable(),
  })
  .meta({ id: "InspectionRecord" });

export const recordPage = pageSchema(record);

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

export type Kind = z.infer<typeof feedback>["kind"];
export type InspectionRecord = z.infer<typeof record>;
export type InspectionFilter = Omit<z.infer<typeof recordList>, "page" | "limit">;
export type Feedback = z.infer<typeof feedback>;
export type NewFeedback = z.infer<typeof newFeedback>;
