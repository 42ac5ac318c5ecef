import * as z from "zod";
import { pagingQuery } from "../http/contract/index.ts";
import { LIFECYCLES, SILENT, STATES } from "./effective-state.ts";

const MAX_NAME = 128;
const name = z.string().min(1).max(MAX_NAME);

/** The stored state of an agent, its effective state, or two of them together. */
const status = z
  .enum([...new Set([...LIFECYCLES, ...STATES, SILENT])])
  .describe("Only those in this state; `silent` are those that are offline or missing.");

const filters = {
  tenant: name.optional(),
  status: status.optional(),
  q: z.string().trim().min(1).max(MAX_NAME).optional(),
  conflict: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional(),
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

export const collectorList = z.object({ ...pagingQuery, ...filters });

export const collectorParam = z.object({ tenantId: name, agentId: name });
