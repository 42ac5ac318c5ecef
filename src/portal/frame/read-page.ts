import type { Context } from "hono";
import * as z from "zod";
import { pageRequest, pagingQuery, type PageRequest } from "../../http/index.ts";

const PAGE_ROWS = 50;
const schema = z.object(pagingQuery).pick({ page: true });

/** A page number that is none shows the first page: links are typed and cut by people. */
export function readPage(c: Context): PageRequest {
  const { data = {} } = schema.safeParse(c.req.query());
  return pageRequest({ page: data.page, limit: PAGE_ROWS });
}
