export {
  MAX_PAGED_ROWS,
  pageOf,
  pageRequest,
  pageSchema,
  pagingQuery,
  type Page,
  type PageRequest,
} from "./paging.ts";
export { invalidInput, noteOf, operation, valid, type Operation } from "./valid.ts";
