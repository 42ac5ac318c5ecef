import * as schemas from "./version-schemas.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["AI prompts"];

export const versionOperations: Abouts = {
  listPromptVersions: {
    summary: "List the prompt versions that requests may name",
    description:
      "Those of the caller's tenants, those of all and the built-in one; for operators those of `tenantId`.",
    tags,
    responses: { 200: { description: "All of them", schema: schemas.versions } },
  },
  createPromptVersion: {
    summary: "Write a new version of a prompt; none is ever changed",
    description:
      "Templates name `{{fence}}`, between which documents stand, and may name `{{language}}` and the variables given.",
    tags,
    responses: {
      201: { description: "The version", schema: schemas.versionShown, headers: ["Location"] },
      409: { description: "There are as many versions as there may be" },
    },
  },
  getPromptVersion: {
    summary: "Read a version with its text, and whether it was evaluated",
    tags,
    responses: { 200: { description: "The version", schema: schemas.versionShown } },
  },
};
