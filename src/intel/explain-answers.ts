import * as z from "zod";
import { time } from "../http/contract/index.ts";
import { CATEGORIES } from "./fusion/categories.ts";
import { verdict } from "./answers.ts";

const evidence = z.strictObject({
  source: z.string(),
  name: z.string(),
  category: z.enum(CATEGORIES),
  scope: z.string(),
  lineage: z.string(),
  reliability: z.number(),
  decay: z.number(),
  specificity: z.number(),
  factor: z.number(),
  weight: z.number(),
  /** Its share of the threat level, in percent. */
  share: z.number(),
  dismissed: z.string().optional(),
  firstSeen: time.optional(),
  lastSeen: time.optional(),
  delistedAt: time.optional(),
});

export const explanation = z
  .strictObject({
    verdict,
    indexVersion: z.int(),
    special: z.string().optional(),
    tenantEntry: z
      .strictObject({ id: z.string(), action: z.enum(["allow", "deny"]), value: z.string() })
      .optional(),
    evidence: z.array(evidence),
  })
  .meta({ id: "IntelExplanation" });

export type Explanation = z.infer<typeof explanation>;
