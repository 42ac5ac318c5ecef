import * as schemas from "./root-schemas.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Encryption roots"];
const unavailable = { description: "The roots are missing from the configuration" };

export const rootOperations: Abouts = {
  getRootProgress: {
    summary: "Read how many tenants are on which root, and which root nobody needs any more",
    tags,
    responses: {
      200: { description: "The progress", schema: schemas.rootProgress },
      503: unavailable,
    },
  },
  listStaleTenants: {
    summary: "List tenants whose keys are not all under the current root yet",
    tags,
    responses: {
      200: { description: "A page of tenants", schema: schemas.stalePage },
      503: unavailable,
    },
  },
  moveStaleTenants: {
    summary: "Carry the next tenants over to the current root now, without waiting for the job",
    tags,
    responses: {
      200: { description: "What was done, and the progress", schema: schemas.moveRun },
      503: unavailable,
    },
  },
};
