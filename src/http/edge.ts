import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { stamp } from "./answer.ts";
import { Call } from "./call.ts";
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

export interface RequestLog {
  write: (line: RequestLine) => void;
  /** The share of successful requests that leave a line; refusals and failures always do. */
  successShare: (c: Context) => number;
}

/** The outermost layer: identifies the request, times it, dresses the answer, writes one line. */
export function edge(log: RequestLog): MiddlewareHandler {
  return async (c, next) => {
    const call = new Call(c.req.raw.headers);
    c.set("call", call);
    await next();
    if (!call.stamped) dress(c, call);
    if (c.res.status >= 400 || Math.random() < log.successShare(c)) log.write(lineOf(c, call));
  };
}

/** Pages, files and streams: everything that was not born with its headers. */
function dress(c: Context, call: Call): void {
  // A copy, because the headers of what another service answered cannot be changed.
  const { body, headers } = c.res;
  const answer = new Response(body, c.res);
  for (const [name, value] of Object.entries(DOCUMENT_HEADERS)) {
    if (!headers.has(name)) answer.headers.set(name, value);
  }
  stamp(answer.headers, call);
  c.res = undefined;
  c.res = answer;
}

function lineOf(c: Context, call: Call): RequestLine {
  const { status } = c.res;
  return {
    level: status >= 500 ? "error" : "info",
    event: "request",
    requestId: call.id,
    traceId: call.trace.traceId,
    method: c.req.method,
    route: routePath(c, -1),
    status,
    ms: performance.now() - call.startedAt,
    ...call.about,
  };
}
