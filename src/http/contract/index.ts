export { MAX_ID, MAX_SEARCH } from "./bounds.ts";
export { changeOf } from "./change-of.ts";
export { cursorQuery, cursorText, refuseBoth, refuseCursor } from "./cursor.ts";
export { distinct } from "./distinct.ts";
export { flag } from "./flag.ts";
export { idempotencyHeader } from "./idempotency-key.ts";
export { isBase64 } from "./is-base64.ts";
export { moment, parseMoment } from "./moment.ts";
export {
  MAX_PAGE_SIZE,
  MAX_PAGED_ROWS,
  pageOf,
  pageRequest,
  pageSchema,
  pagingOnly,
  pagingQuery,
  type Page,
  type PageRequest,
} from "./paging.ts";
export { noteOf, operation, reads, type About, type Abouts, type Operation } from "./operation.ts";
export { invalidInput, needsNoBody, readQuery, valid } from "./valid.ts";
export { time } from "./time.ts";
export { exactLine, line, lines, NOT_UNICODE, unicode } from "./unicode.ts";
export { mostBytes, roomFor } from "./room-for.ts";
export { searchText } from "./search-text.ts";
