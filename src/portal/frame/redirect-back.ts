import type { Context } from "hono";
import { redirectWith, type FlashName } from "./flash.ts";
import { viewOf, type PortalEnv } from "./view.ts";

/** Redirects to the list that the form is in, at the reader's page and filter. */
export function redirectBack(c: Context<PortalEnv>, flash: FlashName): Response {
  return redirectWith(c, flash, viewOf(c).path);
}
