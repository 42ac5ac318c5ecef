import * as schemas from "./settings-schemas.ts";
import { ERASED } from "../tenants/refuse-erased.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Fleet administration"];

export const settingsOperations: Abouts = {
  getFleetSettings: {
    summary: "How a tenant's agents are treated",
    tags,
    responses: { 200: { description: "The settings", schema: schemas.settings } },
  },
  changeFleetSettings: {
    summary: "Change key rules, certificate life, renewal and the check-in interval's stretch",
    tags,
    responses: {
      200: { description: "The settings as they are now", schema: schemas.settings },
      ...ERASED,
    },
  },
};
