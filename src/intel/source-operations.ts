import * as schemas from "./source-schemas.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Threat intelligence"];
const oneSource = { description: "The source", schema: schemas.source };

export const sourceOperations: Abouts = {
  listIntelSources: {
    summary: "List the sources and how their feeds stand",
    tags,
    responses: { 200: { description: "All sources", schema: schemas.sourceList } },
  },
  createIntelSource: {
    summary: "Define a source from a known format",
    tags,
    responses: {
      201: { ...oneSource, headers: ["Location"] },
      409: { description: "The id is taken" },
    },
  },
  changeIntelSource: {
    summary: "Change a source's weight or how it is fetched",
    tags,
    responses: { 200: oneSource },
  },
  deleteIntelSource: {
    summary: "Take a source out of the index",
    description:
      "A source that operators defined is forgotten; one that is built in is empty then.",
    tags,
    responses: { 204: { description: "Gone" } },
  },
};
