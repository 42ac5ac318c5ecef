import * as z from "zod";

const decision = z
  .strictObject({
    id: z.int(),
    origin: z.string(),
    type: z.literal("ban"),
    scope: z.enum(["Ip", "Range"]),
    value: z.string(),
    duration: z.string(),
    scenario: z.string(),
  })
  .meta({ id: "Decision" });

export const decisions = z.array(decision).nullable();
export const changes = z.strictObject({ new: decisions, deleted: decisions }).meta({
  id: "DecisionChanges",
});
