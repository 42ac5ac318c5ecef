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
  changeIntelEntries: {
    summary: "Add, replace or remove many entries of a tenant in one step",
    description:
      "With `replace`, entries of the label that the call does not name are removed. An entry under another label stays as it is (`other_label`). What cannot be read is `refused`, and the others count. The same call again changes nothing.",
    tags,
    responses: {
      200: { description: "What became of each entry", schema: answers.batchResult },
      409: { description: "The tenant would have more entries than it may have" },
    },
  },
  exportIntelEntries: {
    summary: "A tenant's entries as CSV, which the portal takes in again",
    tags,
    responses: {
      200: { description: "The entries", type: "text/csv", headers: ["Content-Disposition"] },
    },
  },
  deleteIntelEntry: {
    summary: "Delete an entry",
    tags,
    responses: { 204: { description: "Gone" } },
  },
};
