import { saySize } from "../http/index.ts";
import { MAX_FEED_BYTES, MAX_SEGMENT_BYTES } from "./refresh/most-bytes.ts";
import * as schemas from "./source-schemas.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Threat intelligence"];
const accepted = { description: "What is live now", schema: schemas.acceptedFeed };
const tooLarge = { description: "The file is too large" };
const refusedFeed = { description: "Refused; what was live stays live" };

export const feedOperations: Abouts = {
  uploadIntelFeed: {
    summary: "Load a source's feed by hand",
    description: `The file as its publisher has it, of any content type, packed with gzip or not, up to ${saySize(MAX_FEED_BYTES)} before and after. \`mayShrink=true\` lets it be less than half of the one before.`,
    tags,
    takes: "application/octet-stream",
    responses: { 200: accepted, 413: tooLarge, 422: refusedFeed },
  },
  listIntelEditions: {
    summary: "List what is live of a source, and its earlier editions",
    description:
      "The newest first: the last four before the live one, and of older ones the last of each quarter of a day, four at most.",
    tags,
    responses: { 200: { description: "The editions", schema: schemas.editionList } },
  },
  restoreIntelEdition: {
    summary: "Put an earlier edition of a source back",
    description:
      "It becomes live under a new version, and the source is no longer fetched, as its publisher may still have the edition that was wrong: set `refresh` again when it has mended it.",
    tags,
    responses: {
      200: { description: "The source", schema: schemas.source },
      422: { description: "All sources together would take too much memory" },
    },
  },
  uploadIntelSegment: {
    summary: "Load a segment that the command line has built",
    description: `For sets too large to be built here, up to ${saySize(MAX_SEGMENT_BYTES)}.`,
    tags,
    takes: "application/octet-stream",
    responses: { 200: accepted, 413: tooLarge, 422: refusedFeed },
  },
};
