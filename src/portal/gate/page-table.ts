import type { Permission } from "../../access/index.ts";

export interface PageRule {
  who: "anyone" | "signed-in" | "operators";
  permission?: Permission;
  /** Asks for a fresh proof of who sits there: see docs/portal.md. */
  stepUp?: true;
}

const ANYONE: PageRule = { who: "anyone" };
const SIGNED_IN: PageRule = { who: "signed-in" };

/**
 * Who may open and send what. A route of the portal without a line here is refused, and a test
 * fails. A `:tenantId` in a path must be within the reader's reach, whatever else is said here.
 */
export const PAGES: Readonly<Record<string, PageRule>> = {
  "GET /portal/sign-in": ANYONE,
  "GET /portal/sign-in/:code": ANYONE,
  "POST /portal/sign-in/:code": ANYONE,
  "POST /portal/sign-out": ANYONE,
  "POST /portal/language": ANYONE,
  "GET /portal/docs": ANYONE,

  "GET /portal": SIGNED_IN,
};
