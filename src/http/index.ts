export { created, json, noContent, raw } from "./answer.ts";
export { answerUnlessKnown } from "./answer-unless-known.ts";
export { isKnownTag } from "./is-known-tag.ts";
export { answerProblem, INTERNAL, refusalOf, type ErrorShape } from "./answer-problem.ts";
export { MAX_NESTING, NOT_COUNTED_BYTES, readBytes } from "./body.ts";
export { BREAKS_LINE } from "./breaks-line.ts";
export { collectBytes } from "./collect-bytes.ts";
export { replaceHeaders, timed } from "./call.ts";
export { csvHeaders, unguarded, writeCsv } from "./csv.ts";
export { failureOf } from "./failure-of.ts";
export { findUnkept, isInexact } from "./find-unkept.ts";
export { isObject } from "./is-object.ts";
export { keepShape } from "./keep-shape.ts";
export { isDescription } from "./contract/operation.ts";
export { mountLate, together, type LateGroup } from "./late-routes.ts";
export { nestsDeeper } from "./nesting.ts";
export { refuseMethod } from "./not-found.ts";
export { parseJson } from "./parse-json.ts";
export { isNotNow, refuseNotNow } from "./not-now.ts";
export { Problem, settle } from "./problem.ts";
export {
  challengeOf,
  isRefusal,
  noSuch,
  refuse,
  refuseField,
  type Detail,
  type Refusal,
} from "./refusal.ts";
export { SegmentRouter } from "./segment-router.ts";
export { routeOf } from "./route-of.ts";
export { secondsAsked } from "./seconds-asked.ts";
export { saySize } from "./say-size.ts";
export { serve, type RequestLine } from "./serve.ts";
export { randomHex } from "./random-hex.ts";
export { continueTrace, traceIdOf } from "./trace.ts";
export { asksFor, weigh } from "./weigh.ts";
export { whenThere, type Soon } from "./when-there.ts";
