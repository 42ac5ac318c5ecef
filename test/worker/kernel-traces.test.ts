import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { json, serve, timed, type RequestLine } from "../../src/http/index.ts";
import { quietKernel } from "../support/quiet-kernel.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

/** The kernel around routes that time a step, or none. */
function aKernel() {
  const lines: RequestLine[] = [];
  const app = new Hono();
  serve(app, { ...quietKernel, write: (line) => lines.push(line), successShare: () => 1 });
  app.get("/things", (c) => json(c, {}));
  app.get("/steps", async (c) => json(c, await timed(c, "step", async () => ({}))));
  app.get("/steps/page", async (c) => new Response(await timed(c, "step", async () => "page")));
  const send = async (path: string, headers: Record<string, string> = {}) =>
    app.request(`http://rampart.test${path}`, { headers });
  return { send, lines };
}

describe("a request", () => {
  it("continues the caller's trace with a new span, and starts a trace without a valid traceparent", async () => {
    const { send, lines } = aKernel();
    /** The answer's trace, which its id and the log name too. */
    const on = async (traceparent?: string) => {
      const { headers } = await send("/things", traceparent === undefined ? {} : { traceparent });
      const answered = headers.get("traceparent") ?? "";
      expect(answered).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/);
      expect(headers.get("x-request-id")).toBe(answered.split("-")[1]);
      expect(lines.at(-1)?.traceId).toBe(answered.split("-")[1]);
      return answered;
    };
    const continued = await on(`00-${TRACE}-${SPAN}-01`);
    expect(continued).toContain(`00-${TRACE}-`);
    expect(continued).not.toContain(SPAN);
    // A caller's choice not to sample is kept; a later version of the header may have more fields.
    expect(await on(`00-${TRACE}-${SPAN}-00`)).toMatch(/-00$/);
    expect(await on(`01-${TRACE}-${SPAN}-01-more`)).toContain(TRACE);
    const broken = [
      undefined,
      "nonsense",
      `ff-${TRACE}-${SPAN}-01`,
      `00-${TRACE}-${SPAN}-01-more`,
      `00-${"0".repeat(32)}-${SPAN}-01`,
      `00-${TRACE}-${"0".repeat(16)}-01`,
      `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    ];
    for (const traceparent of broken) expect(await on(traceparent)).not.toContain(TRACE);
  });

  it("with an X-Request-Id gets it back beside its trace", async () => {
    const { send, lines } = aKernel();
    const headers = {
      "x-request-id": "order-12345678",
      traceparent: `00-${TRACE}-${SPAN}-01`,
    };
    const answer = await send("/things", headers);
    expect(answer.headers.get("x-request-id")).toBe("order-12345678");
    expect(answer.headers.get("traceparent")).toContain(TRACE);
    expect(lines).toMatchObject([{ requestId: "order-12345678", traceId: TRACE }]);
  });
});

describe("an answer", () => {
  it("has in Server-Timing the steps of its own call, and the total of every call", async () => {
    const { send } = aKernel();
    const timingOf = async (path: string) => (await send(path)).headers.get("server-timing");
    for (const path of ["/steps", "/steps/page"]) {
      expect(await timingOf(path)).toMatch(/^total;dur=[\d.]+, step;dur=[\d.]+$/);
      expect(await timingOf("/things")).toBe("total;dur=0");
    }
  });
});
