import * as answers from "./credential-answers.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Credentials"];
const full = { description: "There are as many that count as there may be" };

export const credentialOperations: Abouts = {
  issueToken: {
    summary: "Make a bearer token; its text is shown here only",
    tags,
    responses: {
      201: { description: "The token", schema: answers.issuedToken, headers: ["Location"] },
      409: full,
    },
  },
  listTokens: {
    summary: "List bearer tokens, never their text",
    tags,
    responses: { 200: { description: "A page of tokens", schema: answers.tokenPage } },
  },
  revokeToken: {
    summary: "Revoke a bearer token, and with it those that it issued",
    tags,
    responses: { 204: { description: "Revoked; it binds everywhere within 15 s" } },
  },
  issueServiceKey: {
    summary: "Make an internal service key; its text is shown here only",
    tags,
    responses: {
      201: { description: "The key", schema: answers.issuedServiceKey, headers: ["Location"] },
      409: { description: `${full.description}, or a tenant's data is erased` },
    },
  },
  listServiceKeys: {
    summary: "List internal service keys, never their text",
    tags,
    responses: { 200: { description: "A page of keys", schema: answers.serviceKeyPage } },
  },
  revokeServiceKey: {
    summary: "Revoke an internal service key",
    tags,
    responses: { 204: { description: "Revoked; it binds everywhere within 15 s" } },
  },
};
