import { decryptList } from "./trail/answers.ts";
import { keyStatus } from "./key-answers.ts";
import { OLD_VERSION_HEADER } from "./old-version-header.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Encryption keys"];
const status = { description: "The key with all its versions", schema: keyStatus };
const common = {
  404: { description: "There is no such tenant, key or version" },
  503: { description: "The keyring cannot be reached" },
};

export const keyOperations: Abouts = {
  getKeyStatus: {
    summary: "Read a tenant's key versions, their use, and which are safe to disable",
    tags,
    responses: { 200: status, ...common },
  },
  changeKeySettings: {
    summary: "Set the minimum version for encryption, or when the key rotates by itself",
    description: "`Old-Version-Ends-At` says from when on the change binds everywhere.",
    tags,
    responses: {
      200: { ...status, headers: [OLD_VERSION_HEADER] },
      ...common,
      409: { description: "There is no such version yet" },
    },
  },
  changeKeyVersion: {
    summary: "Disable a version, enable it again, or destroy it for good",
    description:
      "Only a disabled version can be destroyed. The answer says when its destruction is final.",
    tags,
    responses: {
      200: status,
      ...common,
      409: {
        description: "The version is current, or was not disabled long enough ago",
        headers: ["Retry-After"],
      },
      410: { description: "The version was destroyed" },
    },
  },
  listDecrypts: {
    summary: "Read who decrypted what on a day: caller, version and a hash of the context",
    tags,
    responses: { 200: { description: "Some of the day's lines", schema: decryptList } },
  },
  findDecrypts: {
    summary: "Read who decrypted what of one context on a day",
    description: "The context stands in the body, because logs keep addresses.",
    tags,
    responses: { 200: { description: "Some of the day's lines", schema: decryptList } },
  },
};
