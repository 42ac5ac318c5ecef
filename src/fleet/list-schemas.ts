import * as z from "zod";
import { flag, moment, pagingQuery } from "../http/contract/index.ts";
import { MAX_TEXT } from "./agent/report.ts";
import { LIFECYCLES, SILENT, STATES } from "./effective-state.ts";
import { isVersion } from "./semver.ts";

const MAX_NAME = 128;
/** Longer than any certificate lives. */
const MAX_DAYS = 365;
const name = z.string().min(1).max(MAX_NAME);
const version = z.string().min(1).max(MAX_TEXT);
const time = moment.transform((text) => Date.parse(text));
const days = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, "must be a whole number")
  .transform(Number)
  .pipe(z.int().max(MAX_DAYS));

/** The stored state of an agent, its effective state, or two of them together. */
const status = z
  .enum([...new Set([...LIFECYCLES, ...STATES, SILENT])])
  .describe("Only those in this state; `silent` are those that are offline or missing.");

const filters = {
  tenant: name.optional(),
  status: status.optional(),
  q: z.string().trim().min(1).max(MAX_NAME).optional(),
  conflict: flag.optional(),
  policy: name.optional().describe("The id of the policy that they should run, as `policy.id`."),
  version: version.optional().describe("Exactly this version of the agent."),
  version_below: version
    .refine(isVersion, "must be a version, as 1.4.0")
    .optional()
    .describe("Older than this version, as SemVer orders them."),
  cert_expired: flag.optional().describe("Whose certificate has ended, or has not."),
  cert_expires_within_days: days
    .optional()
    .describe("With a certificate that ends within so many days, and has not ended yet."),
  last_seen_before: time.optional().describe("Not one that was never seen."),
  last_seen_after: time.optional().describe("Seen since this moment."),
  /**
   * An agent id. Unlike pages, which shift while agents check in and end at some depth, this reads on
   * reliably.
   */
  after: name.optional(),
};

/** What to use instead of pages that are too deep. */
export const DEEPER = 'the filters or "after"';

export const agentList = z.object({
  ...pagingQuery,
  ...filters,
  region: name.optional(),
  role: name.optional(),
});
export type AgentFilter = Omit<z.output<typeof agentList>, "page" | "limit">;

/** What a file of agents takes: the list's filters, without its pages. */
export const agentExport = agentList.omit({ page: true, limit: true });

export const collectorList = z.object({ ...pagingQuery, ...filters });

export const collectorParam = z.object({ tenantId: name, agentId: name });
