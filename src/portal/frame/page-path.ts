import type { Context } from "hono";
import { routeOf } from "../../http/index.ts";
import { PAGES } from "../gate/page-table.ts";

/**
 * The address of the page that the reader is on. A form may be sent to an address that has no page;
 * then it is the nearest page above.
 */
export function pagePath(c: Context): string {
  const { pathname, search } = new URL(c.req.url);
  const pattern = routeOf(c)?.path.split("/") ?? [];
  let depth = pattern.length;
  while (depth > 0 && !(`GET ${pattern.slice(0, depth).join("/")}` in PAGES)) depth -= 1;
  if (depth === pattern.length) return pathname + search;
  return pathname.split("/").slice(0, depth).join("/") + search;
}
