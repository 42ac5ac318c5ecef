import { AGENT_WORDS } from "./agents.ts";
import { COMMON_WORDS } from "./common.ts";
import { FLEET_WORDS } from "./fleet.ts";
import { INTEL_WORDS } from "./intel.ts";

export { PARAMETER_WORDS } from "./parameters.ts";

/**
 * What fields mean where their schemas do not say it: the more exact name goes first. A schema itself
 * stands by its name.
 */
export const FIELD_WORDS: Record<string, string> = {
  ...COMMON_WORDS,
  ...AGENT_WORDS,
  ...FLEET_WORDS,
  ...INTEL_WORDS,
};
