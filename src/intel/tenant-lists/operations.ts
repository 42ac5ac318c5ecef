import * as answers from "./answers.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["Allow and deny lists"];

export const tenantListOperations: Abouts = {
  putIntelEntry: {
    summary: "Allow or deny a domain, URL, address, block, ASN or e-mail for a tenant",
    description: "An entry for the same thing is replaced.",
    tags,
    responses: {
      200: { description: "The entry, which replaced one", schema: answers.entry },
      201: { description: "The new entry", schema: answers.entry, headers: ["Location"] },
      409: { description: "The tenant has as many entries as it may have" },
    },
  },
  listIntelEntries: {
    summary: "List a tenant's allow and deny entries, the newest first",
    tags,
    responses: { 200: { description: "A page of entries", schema: answers.entryPage } },
  },
  deleteIntelEntry: {
    summary: "Delete an entry",
    tags,
    responses: { 204: { description: "Gone" } },
  },
};
