import * as z from "zod";
import { isLonger } from "../platform/index.ts";
import { LAYERS } from "./layers/layer.ts";
import { MAX_MAIL, MAX_SENDER, MAX_SHORT, MAX_SUBJECT } from "./limits.ts";
import { CHANNELS, VERDICTS } from "./verdicts.ts";

const MAX_SCORE = 100;

export const channel = z.enum(CHANNELS);
export const verdict = z.enum(VERDICTS);
export const score = z.int().min(0).max(MAX_SCORE);

/** Unknown fields are ignored. */
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

export const layer = z
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

export type Verdict = z.infer<typeof verdict>;
export type Inspected = z.infer<typeof inspected>;
