import * as z from "zod";
import { PERIOD } from "../gate/period.ts";

export const usageQuery = z.object({
  period: z.string().regex(PERIOD, "must be a month, YYYY-MM").optional(),
});
