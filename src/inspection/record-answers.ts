import * as z from "zod";
import { time, pageSchema } from "../http/contract/index.ts";
import { verdict, channel, score, layer } from "./schemas.ts";
import { KINDS } from "./record-schemas.ts";

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

export type Kind = z.infer<typeof feedback>["kind"];
export type InspectionRecord = z.infer<typeof record>;
export type Feedback = z.infer<typeof feedback>;
