export { json, noContent, raw } from "./answer.ts";
export { answerProblem, type ErrorShape } from "./answer-problem.ts";
export { readBytes } from "./body.ts";
export { timed, type Call } from "./call.ts";
export { invalidInput, noteOf, operation, valid, type Operation } from "./contract.ts";
export { edge, type RequestLine } from "./edge.ts";
export { refuseUnknown } from "./not-found.ts";
export {
  MAX_PAGED_ROWS,
  pageOf,
  pageRequest,
  pageSchema,
  pagingQuery,
  type Page,
  type PageRequest,
} from "./paging.ts";
export { Problem, settle } from "./problem.ts";
export { isRefusal, refuse, type Detail, type Refusal } from "./refusal.ts";
export { SegmentRouter } from "./segment-router.ts";
export { continueTrace, traceparentOf } from "./trace.ts";
