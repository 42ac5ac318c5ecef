import * as z from "zod";
import * as shared from "../schemas.ts";

export const promptTest = z
  .strictObject({
    ...shared.question,
    runModel: z.boolean().optional(),
    traceId: shared.traceId.optional(),
  })
  .meta({ id: "PromptTestRequest" });
export type PromptTest = z.output<typeof promptTest>;
