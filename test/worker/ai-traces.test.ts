import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";

const QUERY = { query: "When does the backup run?" };
const POSTS: Record<string, object> = {
  "/ai/ask-rag": QUERY,
  "/ai/chat": QUERY,
  "/ai/context/search": QUERY,
  "/ai/prompts/test": QUERY,
  "/ai/voice/synthesize": { text: "Hello." },
  "/ai/voice/transcribe": { audioBase64: "AAAA" },
};

describe.each(Object.entries(POSTS))("a refusal of POST %s", (path, order) => {
  it("has the body's traceId in x-trace-id", async () => {
    const as = await anOperator();
    const body = { ...order, tenantId: "nobody-is-called-so", traceId: "trace-of-mine" };
    const answer = await call("POST", path, { as, body });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("x-trace-id")).toBe("trace-of-mine");
  });

  it("has the body's traceId if another field is missing, and a new id if traceId is invalid", async () => {
    const as = await anOperator();
    const refused = async (traceId: unknown) => {
      const answer = await call("POST", path, { as, body: { ...order, traceId } });
      expect(answer.status).toBe(400);
      return answer.headers.get("x-trace-id");
    };
    expect(await refused("trace-of-mine")).toBe("trace-of-mine");
    for (const unfit of ["a trace\u00e9", "", 5, null]) {
      expect(await refused(unfit)).toMatch(/^[0-9a-f]{32}$/);
    }
  });

  it("has the trace of traceparent if the body cannot be read", async () => {
    const trace = "0af7651916cd43dd8448eb211c80319c";
    const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
    const answer = await call("POST", path, { as: await anOperator(), headers, body: "{" });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("x-trace-id")).toBe(trace);
  });
});

describe.each(["capability", "speech-token"])("a refusal of GET /ai/voice/%s", (what) => {
  it("has the query's traceId in x-trace-id", async () => {
    const as = await aMember(await aTenant());
    const query = `tenantId=${await aTenant()}&traceId=trace-of-mine`;
    const answer = await call("GET", `/ai/voice/${what}?${query}`, { as });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("x-trace-id")).toBe("trace-of-mine");
  });

  it("has the query's traceId in x-trace-id if tenantId is missing", async () => {
    const as = await aMember(await aTenant());
    const answer = await call("GET", `/ai/voice/${what}?traceId=trace-of-mine`, { as });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("x-trace-id")).toBe("trace-of-mine");
  });
});
