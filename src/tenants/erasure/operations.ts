import * as schemas from "./schemas.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["Tenants"];

export const erasureOperations: Abouts = {
  eraseTenant: {
    summary: "Erase for good what a closed tenant left behind",
    description:
      "Nobody is let in for the tenant any more, within 15 s, and it can be neither changed nor opened again. A scheduled job erases its data a minute later. Asked again, this answers how far that has come.",
    tags,
    responses: {
      202: { description: "Asked for; how far it has come", schema: schemas.erasure },
      409: { description: "The tenant is not closed" },
    },
  },
  getErasure: {
    summary: "How far the erasure of a tenant's data has come, and what is kept",
    tags,
    responses: { 200: { description: "The erasure", schema: schemas.erasure } },
  },
};
