import type { Context } from "hono";
import { redirectWith, type FlashName } from "./flash.ts";
import { viewOf, type PortalEnv } from "./view.ts";

/** To the list that the form stands in, at the page and with the filter that its reader had. */
export function redirectBack(c: Context<PortalEnv>, flash: FlashName): Response {
  return redirectWith(c, flash, viewOf(c).path);
}
