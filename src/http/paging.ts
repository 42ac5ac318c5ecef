import * as z from "zod";

export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;
/** Deeper pages cost the database a scan of everything before them. */
export const MAX_PAGED_ROWS = 100_000;

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(1).max(max));

export const pagingQuery = {
  page: wholeNumber(MAX_PAGED_ROWS).optional().describe("Counts from 1, the default."),
  limit: wholeNumber(MAX_PAGE_SIZE)
    .optional()
    .describe(`Items on a page; ${DEFAULT_PAGE_SIZE} if it is left out.`),
};

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

export function pageRequest({ page = 1, limit = DEFAULT_PAGE_SIZE }: Asked): PageRequest {
  return { page, limit, offset: (page - 1) * limit };
}

export function pageOf<T>(request: PageRequest, items: T[], total: number): Page<T> {
  const { page, limit } = request;
  const totalPages = Math.ceil(total / limit);
  return { items, page, limit, total, total_pages: totalPages, has_more: page < totalPages };
}

export function pageSchema<S extends z.ZodType>(item: S) {
  return z.strictObject({
    items: z.array(item),
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    total_pages: z.int(),
    has_more: z.boolean(),
  });
}
