import { Context, type ExecutionContext, type Hono } from "hono";
import { answerProblem, type ErrorShape } from "./answer-problem.ts";
import { stamp } from "./answer.ts";
import { Call, type CountBody } from "./call.ts";
import { arrivalBehind } from "./late-routes.ts";
import { refuseUnknown } from "./not-found.ts";
import { keepShape } from "./keep-shape.ts";
import { runLayers, type Fallbacks } from "./run-layers.ts";
import { routeOf } from "./route-of.ts";
import { DOCUMENT_HEADERS } from "./security-headers.ts";

export interface RequestLine {
  level: "info" | "error";
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
  /** Reads bodies that are not short. */
  countBody?: CountBody;
  /** What every layer finds in its context beside the call. */
  prepare?: (c: Context) => void;
}

// Any context: each application has its own.
// oxlint-disable-next-line typescript/no-explicit-any
type App = Hono<any>;
// oxlint-disable-next-line typescript/no-explicit-any
type Given = ConstructorParameters<typeof Context<any>>[1];

const EVERY_PATH = "/*";

/**
 * Replaces Hono's own `fetch`: identifies and times the request, runs its layers, turns what was
 * thrown into an answer, adds headers and writes one log line.
 */
export function serve(app: App, kernel: Kernel): void {
  const fallbacks: Fallbacks = {
    fail: (c, error) => answerProblem(c, error, kernel.shapeOf(c.req.path), kernel.isToAgent?.(c)),
    unknown: (c) => fallbacks.fail(c, refuseUnknown(app, c)),
  };

  let isShaped = false;

  app.fetch = function answer(
    request: Request,
    env?: unknown,
    executionCtx?: ExecutionContext,
  ): Response | Promise<Response> {
    const path = app.getPath(request);
    const { method } = request;
    const isHead = method === "HEAD";
    const matchResult = app.router.match(isHead ? "GET" : method, path);
    const [layers] = matchResult;
    const arrival = arrivalBehind(layers[0]?.[0][0]);
    if (arrival !== undefined) {
      return arrival().then(() => answer(request, env, executionCtx));
    }
    const given = { path, matchResult, env, executionCtx, notFoundHandler: fallbacks.unknown };
    if (!isShaped) keepContext(kernel, given);
    isShaped = true;
    const c = contextOf(kernel, request, given);
    const call = c.get("call");
    const done = runLayers(c, layers, fallbacks);
    if (done === undefined) return leave(c, call, isHead);
    call.startedAt = performance.now();
    return done.then(() => leave(c, call, isHead));
  };

  /** Completes the answer and writes its log line. */
  function leave(c: Context, call: Call, isHead: boolean): Response {
    // A layer neither answered nor called the next one. That is a bug, and is answered with 500.
    if (!c.finalized) c.res = fallbacks.fail(c, new Error("no layer answered"));
    call.letBodyGo?.();
    const answer = call.stamped ? c.res : addHeaders(c.res, call);
    if (answer.status >= 400 || Math.random() < kernel.successShare(c)) {
      kernel.write(lineOf(c, call, answer.status));
    }
    return isHead ? new Response(null, answer) : answer;
  }
}

function contextOf(kernel: Kernel, request: Request, given: Given): Context {
  const c = new Context(request, given);
  c.set("call", new Call(request.headers, kernel.countBody));
  kernel.prepare?.(c);
  return c;
}

/** Keeps the shape of a context, of a made-up request: a real one would keep its body in memory. */
function keepContext(kernel: Kernel, given: Given): void {
  const c = contextOf(kernel, new Request("https://rampart.invalid"), given);
  c.req.addValidatedData("json", {});
  c.res = new Response();
  keepShape("context", c);
}

/** For pages, files and streams: every answer that was not made by answer.ts. */
function addHeaders(plain: Response, call: Call): Response {
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
    traceId: call.traceId,
    method: c.req.method,
    route: routeOf(c)?.path ?? EVERY_PATH,
    status,
    ms: call.ms,
    ...call.about,
  };
}
