import { OVER_LIMIT } from "../usage/over-limit.ts";
import * as schemas from "./schemas.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["AI documents"];
const received = { description: "Indexed, or queued if it is long", schema: schemas.receipt };
const refusals = {
  415: { description: "A format that cannot be read here, or a file not of its type" },
  422: { description: "No text can be made of the file" },
  ...OVER_LIMIT,
  503: { description: "Workers AI makes no text of files now, or too much is read at once" },
};
const BY_NAME = "By its id, or by the name under which its owner put it.";
const full = {
  description: "The tenant has as much text as it may have, or the name is another document's id",
};

export const documentOperations: Abouts = {
  reindexDocuments: {
    summary: "Index all of a tenant's documents anew, one after the other, while they stay found",
    tags,
    responses: { 202: { description: "So many will be", schema: schemas.reindexReceipt } },
  },
  createDocument: {
    summary: "Take a document into the tenant's knowledge",
    tags,
    responses: { 202: received, 409: full, ...refusals },
  },
  putDocument: {
    summary: "Write a document under a name of the caller's own",
    description: "200 if it is known with the same content: nothing is done then.",
    tags,
    responses: {
      200: { description: "Unchanged", schema: schemas.receipt },
      202: received,
      409: full,
      ...refusals,
    },
  },
  createDocuments: {
    summary: "Take in up to a hundred documents; each has a result of its own",
    tags,
    responses: { 202: { description: "In the order given", schema: schemas.batchReceipt } },
  },
  listDocuments: {
    summary: "List a tenant's documents, newest first",
    tags,
    responses: { 200: { description: "One page", schema: schemas.documentPage } },
  },
  getDocument: {
    summary: "Read a document as it was indexed, with the places of its parts",
    description: BY_NAME,
    tags,
    responses: { 200: { description: "The document", schema: schemas.storedDocument } },
  },
  deleteDocument: {
    summary: "Remove a document and everything that was made of it",
    description: BY_NAME,
    tags,
    responses: { 200: { description: "What went", schema: schemas.removal } },
  },
};
