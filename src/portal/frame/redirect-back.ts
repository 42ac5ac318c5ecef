import type { Context } from "hono";
import type { Rampart } from "../../platform/index.ts";
import { redirectWith, type FlashName } from "./flash.ts";
import { viewOf } from "./view.ts";

/** Redirects to the list that the form is in, at the reader's page and filter. */
export function redirectBack(c: Context<Rampart>, flash: FlashName): Response {
  return redirectWith(c, flash, viewOf(c).path);
}
