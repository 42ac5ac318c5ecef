import type { RouteTable } from "./routes/access-rule.ts";
import { AGENT_ROUTES } from "./routes/agents.ts";
import { AI_ROUTES } from "./routes/ai.ts";
import { DATA_ROUTES } from "./routes/data.ts";
import { MANAGEMENT_ROUTES } from "./routes/management.ts";

export type { AccessRule, RouteTable } from "./routes/access-rule.ts";

/** Who may call what. A route without a line here is refused, and a test fails. */
export const ROUTES: RouteTable = {
  ...AGENT_ROUTES,
  ...AI_ROUTES,
  ...DATA_ROUTES,
  ...MANAGEMENT_ROUTES,
};
