export { agentRoutes } from "./agent-routes.ts";
export { codeRoutes } from "./codes/routes.ts";
export { collectorRoutes } from "./collector-routes.ts";
export { STATES } from "./effective-state.ts";
export { fleetRoutes } from "./fleet-routes.ts";
export { identifyAgent } from "./identify-agent.ts";
export { policyRoutes } from "./policies/routes.ts";
export { settingsRoutes } from "./settings-routes.ts";
