import type { Context } from "hono";
import * as z from "zod";
import {
  MAX_PAGED_ROWS,
  pageRequest,
  pagingQuery,
  type PageRequest,
} from "../../http/contract/index.ts";

const PAGE_ROWS = 50;
/** Of lists that are longer than anybody may page. */
export const LAST_PAGE = MAX_PAGED_ROWS / PAGE_ROWS;
const schema = z.object(pagingQuery).pick({ page: true });

/** How the number of a page stands in the address: of the page's list, or of a second one there. */
export type PageName = "page" | "roles";

/** A page number that is none, or too deep, shows the first page: links are typed and cut by people. */
export function readPage(c: Context, name: PageName = "page"): PageRequest {
  const { page = 1 } = schema.safeParse({ page: c.req.query(name) }).data ?? {};
  return pageRequest({ page: page > LAST_PAGE ? 1 : page, limit: PAGE_ROWS });
}
