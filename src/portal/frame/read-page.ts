import type { Context } from "hono";
import * as z from "zod";
import {
  MAX_PAGED_ROWS,
  pageRequest,
  pagingQuery,
  type PageRequest,
} from "../../http/contract/index.ts";
import { once } from "../../platform/index.ts";

const PAGE_ROWS = 50;
/** The last page of lists that are longer than may be paged through. */
export const LAST_PAGE = MAX_PAGED_ROWS / PAGE_ROWS;
const schema = once(() => z.object({ page: pagingQuery.page }));

/**
 * The name of the page number in the query: of the page's list, or of a second list on the page.
 */
export type PageName = "page" | "roles";

/**
 * Reads the number of a page. An invalid or too large number gives the first page, because people
 * type and cut links.
 */
export function readPage(c: Context, name: PageName = "page"): PageRequest {
  const { page = 1 } = schema().safeParse({ page: c.req.query(name) }).data ?? {};
  return pageRequest({ page: page > LAST_PAGE ? 1 : page, limit: PAGE_ROWS });
}
