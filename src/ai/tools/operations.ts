import { ERASED } from "../../tenants/refuse-erased.ts";
import type { Abouts } from "../../http/contract/index.ts";

export const toolOperations: Abouts = {
  putToolSnapshot: {
    summary: "Say what a tool should know of a tenant that has no live source",
    tags: ["AI"],
    responses: {
      204: { description: "Stored, or one collected later already is" },
      ...ERASED,
    },
  },
};
