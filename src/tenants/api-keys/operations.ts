import * as answers from "./answers.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["API keys"];
const issued = {
  description: "The key, shown here only",
  schema: answers.issuedApiKey,
  headers: ["Location"],
};
const full = { description: "The tenant has as many keys as it may have" };

export const apiKeyOperations: Abouts = {
  createApiKey: {
    summary: "Create an API key; it works at once",
    tags,
    responses: { 201: issued, 409: full },
  },
  listApiKeys: {
    summary: "List the tenant's API keys, newest first",
    tags,
    responses: { 200: { description: "A page of keys", schema: answers.apiKeyPage } },
  },
  changeApiKey: {
    summary: "Change an API key's name, scopes, expiry, addresses, or disable it",
    tags,
    responses: {
      200: { description: "The key", schema: answers.apiKey },
      409: { description: "The key was replaced and would live longer than its grace" },
    },
  },
  deleteApiKey: {
    summary: "Delete an API key; it stops within 15 s everywhere",
    tags,
    responses: { 204: { description: "Deleted" } },
  },
  rotateApiKey: {
    summary: "Replace an API key; the old one goes on for a grace",
    tags,
    responses: {
      201: issued,
      409: {
        description: "The key was replaced before, is disabled, has expired or is being changed",
      },
    },
  },
};
