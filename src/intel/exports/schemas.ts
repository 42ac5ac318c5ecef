import * as z from "zod";
import { parseIpRange } from "../indicators/ip-range.ts";

const MAX_ADDRESS = 64;
const MAX_FILTER = 256;
export const NO_ADDRESS = "must be an IP address or a block";

const text = (max: number) => z.string().trim().min(1).max(max);
/** Without this, a malformed block would be answered like one of which nothing is known. */
const address = text(MAX_ADDRESS).refine(
  (written) => !written.includes("/") || parseIpRange(written) !== undefined,
  NO_ADDRESS,
);
const flag = z.enum(["true", "false"]);

export const exportQuery = z.object({
  /** `suspicious` has the malicious ones too. */
  disposition: z.enum(["malicious", "suspicious"]).default("malicious"),
});

const words = z.string().max(MAX_FILTER).optional();
/** What a bouncer is set to ask for; lists with commas between. */
const wants = {
  scopes: words,
  origins: words,
  scenarios_containing: words,
  scenarios_not_containing: words,
};

export const decisionQuery = z.object({
  ip: address.optional(),
  range: address.optional(),
  value: address.optional(),
  scope: words,
  type: words,
  contains: flag.optional(),
  ...wants,
});

export const streamQuery = z.object({ startup: flag.optional(), ...wants });

/** A bouncer tells of itself alone; nothing of it is kept. */
export const usageMetrics = z.looseObject({
  remediation_components: z.array(z.looseObject({})).length(1),
});

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
