import { Context, type ExecutionContext, type Hono } from "hono";
import { answerProblem, type ErrorShape } from "./answer-problem.ts";
import { stamp } from "./answer.ts";
import { Call } from "./call.ts";
import { arrivalBehind } from "./late-routes.ts";
import { refuseUnknown } from "./not-found.ts";
import { runLayers, type Ends } from "./run-layers.ts";
import { routeOf } from "./route-of.ts";
import { DOCUMENT_HEADERS } from "./security-headers.ts";

export interface RequestLine {
  level: "info" | "warn" | "error";
  event: "request";
  requestId: string;
  traceId: string;
  method: string;
  route: string;
  status: number;
  ms: number;
  caller?: string;
  tenantId?: string;
  error?: string;
  failure?: string;
}

export interface Kernel {
  write: (line: RequestLine) => void;
  /** The share of successful requests that leave a line; refusals and failures always do. */
  successShare: (c: Context) => number;
  shapeOf: (path: string) => ErrorShape;
  /** Whether a refusal has to say if the same call may succeed later. */
  isToAgent?: (c: Context) => boolean;
  /** What every layer finds in its context beside the call. */
  prepare?: (c: Context) => void;
}

// What its routes know of their context is the application's own affair.
// oxlint-disable-next-line typescript/no-explicit-any
type App = Hono<any>;

const EVERY_PATH = "/*";

/**
 * The outermost of an application, in the place of Hono's own `fetch`: identifies the request, times
 * it, runs its layers, turns what was thrown into an answer, dresses it and writes one line.
 */
export function serve(app: App, kernel: Kernel): void {
  const ends: Ends = {
    fail: (c, error) => answerProblem(c, error, kernel.shapeOf(c.req.path), kernel.isToAgent?.(c)),
    unknown: (c) => ends.fail(c, refuseUnknown(app, c)),
  };

  app.fetch = function answer(
    request: Request,
    env?: unknown,
    executionCtx?: ExecutionContext,
  ): Response | Promise<Response> {
    const path = app.getPath(request);
    const { method } = request;
    const isHead = method === "HEAD";
    // Who asks for the head alone is answered as who asks for all of it.
    const matchResult = app.router.match(isHead ? "GET" : method, path);
    const [layers] = matchResult;
    const arrival = arrivalBehind(layers[0]?.[0][0]);
    if (arrival !== undefined) {
      return arrival().then(() => answer(request, env, executionCtx));
    }
    const given = { path, matchResult, env, executionCtx, notFoundHandler: ends.unknown };
    const c = new Context(request, given);
    c.set("call", new Call(request.headers));
    kernel.prepare?.(c);
    const done = runLayers(c, layers, ends);
    return done === undefined ? leave(c, isHead) : done.then(() => leave(c, isHead));
  };

  function leave(c: Context, isHead: boolean): Response {
    const call = c.get("call");
    // A layer that neither answers nor goes on is broken, and opens nothing.
    if (!c.finalized) c.res = ends.fail(c, new Error("no layer answered"));
    const answer = call.stamped ? c.res : dress(c.res, call);
    if (answer.status >= 400 || Math.random() < kernel.successShare(c)) {
      kernel.write(lineOf(c, call, answer.status));
    }
    return isHead ? new Response(null, answer) : answer;
  }
}

/** Pages, files and streams: everything that was not born with its headers. */
function dress(plain: Response, call: Call): Response {
  // A copy, because the headers of what another service answered cannot be changed.
  const answer = new Response(plain.body, plain);
  for (const [name, value] of Object.entries(DOCUMENT_HEADERS)) {
    if (!answer.headers.has(name)) answer.headers.set(name, value);
  }
  stamp(answer.headers, call);
  return answer;
}

function lineOf(c: Context, call: Call, status: number): RequestLine {
  return {
    level: status >= 500 ? "error" : "info",
    event: "request",
    requestId: call.id,
    traceId: call.trace.traceId,
    method: c.req.method,
    route: routeOf(c)?.path ?? EVERY_PATH,
    status,
    ms: performance.now() - call.startedAt,
    ...call.about,
  };
}
