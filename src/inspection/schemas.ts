import * as z from "zod";
import { pageSchema, pagingQuery, time, unicode } from "../http/contract/index.ts";
import { isLonger } from "../platform/index.ts";
import { tenantIdSchema } from "../tenants/shared-schemas.ts";
import { LAYERS } from "./layers/layer.ts";
import { MAX_MAIL, MAX_SENDER, MAX_SHORT, MAX_SUBJECT } from "./limits.ts";

const MAX_SCORE = 100;
const MAX_NOTE = 2_000;

export const CHANNELS = ["email", "sms", "whatsapp"] as const;
export const VERDICTS = ["clean", "spam", "phishing"] as const;
export const KINDS = ["false_positive", "missed"] as const;

const channel = z.enum(CHANNELS);
const verdict = z.enum(VERDICTS);
const score = z.int().min(0).max(MAX_SCORE);
const id = z
  .string()
  .regex(/^insp_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "must be the id of an inspection");

/** Fields that it does not know are passed over. */
export const message = z
  .object({
    channel,
    sender: z.string().min(1).max(MAX_SENDER),
    subject: z.string().max(MAX_SUBJECT).optional(),
    body: z.string().min(1).max(MAX_MAIL),
  })
  .refine(({ channel: by, body }) => by === "email" || !isLonger(body, MAX_SHORT), {
    path: ["body"],
    message: `must have at most ${MAX_SHORT} characters`,
  })
  .meta({ id: "Message" });

const layer = z
  .strictObject({
    layer: z.enum(LAYERS),
    score: z.number().min(0).max(MAX_SCORE),
    signals: z.array(z.string()),
  })
  .meta({ id: "InspectionLayer" });

export const inspected = z
  .strictObject({
    inspectionId: z.string(),
    verdict,
    score,
    lang: z.string(),
    urls: z.array(z.string()),
    layers: z.array(layer),
    rationale: z.string().optional(),
  })
  .meta({ id: "Inspection" });

export const feedback = z
  .strictObject({
    kind: z.enum(KINDS),
    label: verdict,
    note: z.string().nullable(),
    /** Whether the message itself came with it. */
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

export type Verdict = z.infer<typeof verdict>;
export type Kind = z.infer<typeof feedback>["kind"];
export type Inspected = z.infer<typeof inspected>;
export type InspectionRecord = z.infer<typeof record>;
export type InspectionFilter = Omit<z.infer<typeof recordList>, "page" | "limit">;
export type Feedback = z.infer<typeof feedback>;
export type NewFeedback = z.infer<typeof newFeedback>;
