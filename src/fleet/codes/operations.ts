import * as answers from "./answers.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["Enrollment codes"];

export const codeOperations: Abouts = {
  createEnrollmentCode: {
    summary: "Make an enrollment code; its text is shown here only",
    tags,
    responses: {
      201: { description: "The code", schema: answers.createdCode, headers: ["Location"] },
      409: { description: "The tenant has as many codes as it may have" },
    },
  },
  listEnrollmentCodes: {
    summary: "List enrollment codes, never their text",
    tags,
    responses: {
      200: { description: "A page of codes", schema: answers.codePage },
      404: { description: "There is no tenant of that id" },
    },
  },
  revokeEnrollmentCode: {
    summary: "Revoke an enrollment code",
    tags,
    responses: { 204: { description: "Revoked; it binds everywhere within 15 s" } },
  },
};
