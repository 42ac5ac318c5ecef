import * as z from "zod";
import type { Problem } from "../problem.ts";
import { invalidInput } from "./valid.ts";

export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;
/** A limit, because the database scans all rows before a page. */
export const MAX_PAGED_ROWS = 100_000;

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^(?:0|-?[1-9]\d{0,9})$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(1).max(max));

export const pagingQuery = {
  page: wholeNumber(MAX_PAGED_ROWS)
    .optional()
    .describe(`Counts from 1, the default; times \`limit\` it is at most ${MAX_PAGED_ROWS}.`),
  limit: wholeNumber(MAX_PAGE_SIZE)
    .optional()
    .describe(`Items on a page; ${DEFAULT_PAGE_SIZE} if it is left out.`),
};

/** For a list without filters. */
export const pagingOnly = z.object(pagingQuery);

export interface PageRequest {
  page: number;
  limit: number;
  offset: number;
}

export interface Page<T> {
  items: T[];
  page: number;
  limit: number;
  total: number;
  total_pages: number;
  has_more: boolean;
}

interface Asked {
  page?: number | undefined;
  limit?: number | undefined;
}

/** `further` tells a caller who asks for too deep a page what to use instead. */
export function pageRequest(
  { page = 1, limit = DEFAULT_PAGE_SIZE }: Asked,
  further = "the filters",
): PageRequest {
  if (page * limit > MAX_PAGED_ROWS) throw tooDeep(limit, further);
  return { page, limit, offset: (page - 1) * limit };
}

function tooDeep(limit: number, further: string): Problem {
  const last = Math.floor(MAX_PAGED_ROWS / limit);
  const message = `must be at most ${last} with ${limit} items on a page; use ${further}`;
  return invalidInput("query", { issues: [{ path: ["page"], message }] });
}

export function pageOf<T>(request: PageRequest, items: T[], total: number): Page<T> {
  const { page, limit } = request;
  const totalPages = Math.ceil(total / limit);
  return { items, page, limit, total, total_pages: totalPages, has_more: page < totalPages };
}

export function pageSchema<S extends z.ZodType>(item: S) {
  return z.strictObject({
    items: z.array(item),
    page: z.int().min(1).max(MAX_PAGED_ROWS),
    limit: z.int().min(1).max(MAX_PAGE_SIZE),
    total: z.int(),
    total_pages: z.int(),
    has_more: z.boolean(),
  });
}
