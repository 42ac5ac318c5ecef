export { moment } from "./moment.ts";
export {
  MAX_PAGED_ROWS,
  pageOf,
  pageRequest,
  pageSchema,
  pagingQuery,
  type Page,
  type PageRequest,
} from "./paging.ts";
export {
  invalidInput,
  needsNoBody,
  noteOf,
  operation,
  readQuery,
  reads,
  valid,
  type Operation,
} from "./valid.ts";
export { time } from "./time.ts";
export { NOT_UNICODE, unicode } from "./unicode.ts";
