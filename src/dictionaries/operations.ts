import * as z from "zod";
import * as answers from "./answers.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Detection dictionaries"];
const outdated = { description: "If-Match names another version" };

export const dictionaryOperations: Abouts = {
  createDetectionDictionary: {
    summary: "Create a detection dictionary",
    tags,
    responses: {
      200: {
        description: "The dictionary as stored",
        schema: answers.dictionary,
        headers: ["ETag"],
      },
      409: { description: "The tenant has as much in dictionaries as it may have" },
    },
  },
  listDetectionDictionaries: {
    summary: "List the caller's dictionaries and the global ones",
    description:
      "Whoever reaches several tenants sees the global ones, and with `tenantId` those of that tenant beside them.",
    tags,
    responses: {
      200: { description: "All of them", schema: z.array(answers.dictionary) },
      404: { description: "There is no tenant of that id" },
    },
  },
  getDetectionDictionary: {
    summary: "Read a detection dictionary",
    tags,
    responses: {
      200: { description: "The dictionary", schema: answers.dictionary },
      304: { description: "If-None-Match names its version" },
    },
  },
  changeDetectionDictionary: {
    summary: "Change some fields; the version grows by one",
    tags,
    responses: {
      204: { description: "Changed", headers: ["ETag"] },
      409: { description: "Too much, or others are changing it" },
      412: outdated,
    },
  },
  deleteDetectionDictionary: {
    summary: "Delete a detection dictionary",
    tags,
    responses: {
      204: { description: "Gone" },
      409: { description: "Somebody changed it just now" },
      412: outdated,
    },
  },
};
