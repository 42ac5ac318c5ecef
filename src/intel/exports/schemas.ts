import * as z from "zod";
import { isRefusal } from "../../http/index.ts";
import { parseIpRange } from "../indicators/ip-range.ts";
import { readIndicator } from "../indicators/read-indicator.ts";

const MAX_ADDRESS = 64;
const MAX_FILTER = 256;

const text = (max: number) => z.string().trim().min(1).max(max);
const asked = text(MAX_ADDRESS).optional();
const flag = z.enum(["true", "false"]);

export const exportQuery = z.object({
  /** `suspicious` has the malicious ones too. */
  disposition: z.enum(["malicious", "suspicious"]).default("malicious"),
});

const words = z.string().max(MAX_FILTER).optional();
/** What a bouncer asks for: lists with commas. */
const wants = {
  scopes: words,
  origins: words,
  scenarios_containing: words,
  scenarios_not_containing: words,
};

export const decisionQuery = z
  .object({
    ip: asked,
    range: asked,
    value: asked,
    scope: words,
    type: words,
    contains: flag.optional(),
    ...wants,
  })
  .superRefine((query, { addIssue }) => {
    if (asksForOthers(query)) return;
    for (const name of ["ip", "range", "value"] as const) {
      if (isAddress(query[name])) continue;
      addIssue({ code: "custom", path: [name], message: "must be an IP address or a block" });
    }
  });

interface Scopes {
  scope?: string | undefined;
  scopes?: string | undefined;
}

/** Whether no addresses are asked for: there are no decisions on countries or user names. */
export function asksForOthers({ scope = "", scopes = "" }: Scopes): boolean {
  return [scope, scopes].some((wanted) => !/(?:^|,)(?:ip|range)?(?:,|$)/i.test(wanted));
}

/** Checked, because a malformed block would look like one of which nothing is known. */
function isAddress(written = "::"): boolean {
  if (written.includes("/")) return parseIpRange(written) !== undefined;
  return !isRefusal(readIndicator("ip", written));
}

export const streamQuery = z.object({ startup: flag.optional(), ...wants });

/** A bouncer reports on itself; nothing of it is kept. */
export const usageMetrics = z.looseObject({
  remediation_components: z.array(z.looseObject({})).length(1),
});
