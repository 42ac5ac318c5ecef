import { describe, expect, it } from "vitest";
import { aLibrary, anAppWithModel, GOOD, QUERY } from "../support/ai-tenant.ts";
import { anApp } from "../support/app.ts";
import { anInspector, FAKE, inspectAs, layer } from "../support/inspection.ts";

const answering = (answer: () => Response) => async () => answer();

async function linesOf(answers: Parameters<typeof anAppWithModel>[0]) {
  const { tenantId, as } = await aLibrary();
  const { ask, lines, name } = anAppWithModel(answers);
  const answer = await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
  expect(answer.status).toBe(200);
  return { tenantId, name, told: lines.filter(({ event }) => event === "ai_call_failed") };
}

describe("the log line of a model call", () => {
  it.each<[string, Parameters<typeof anAppWithModel>[0], object]>([
    ["a wrong key", [401], { outcome: "failed", statusCode: 401 }],
    ["a wrong address or model", [404], { outcome: "failed", statusCode: 404 }],
    ["a server error", [500], { outcome: "failed", statusCode: 500 }],
    [
      "an HTML page in place of an answer",
      answering(() => new Response("<html></html>")),
      { outcome: "unknown", statusCode: 200 },
    ],
    [
      "a refused connection",
      answering(() => {
        throw new TypeError("connection refused");
      }),
      { outcome: "failed", statusCode: null },
    ],
  ])("is ai_call_failed for %s", async (_case, answers, end) => {
    const { told, tenantId, name } = await linesOf(answers);
    const call = { tenantId, operation: "ask-rag", provider: name, model: "small" };
    expect(told).toEqual([
      expect.objectContaining({ level: "warn", ...call, ...end, traceId: expect.any(String) }),
    ]);
    expect(JSON.stringify(told)).not.toContain("Teresa");
  });

  it("is ai_call_failed if an inspection goes on without the model", async () => {
    const provider = {
      kind: "openai-compatible",
      name: `test-${crypto.randomUUID()}`,
      baseUrl: "https://models.example/v1",
      models: ["small"],
    };
    const fetch = answering(() => new Response("no", { status: 403 }));
    const app = anApp({ fetch }, { AI_PROVIDERS: JSON.stringify([provider]) });
    const read = await inspectAs(await anInspector(), FAKE, {}, app);
    expect(layer(read, "L4").signals).toEqual(["unavailable"]);
    const told = app.lines.filter(({ event }) => event === "ai_call_failed");
    expect(told).toEqual([expect.objectContaining({ operation: "inspection", statusCode: 403 })]);
  });

  it("is ai_call for an answer, with the field names of OpenTelemetry and without the text", async () => {
    const { tenantId, as } = await aLibrary();
    const { ask, lines, name } = anAppWithModel([GOOD]);
    const headers = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY }, headers);
    const told = lines.filter(({ event }) => event === "ai_call");
    expect(told).toEqual([
      {
        level: "info",
        event: "ai_call",
        tenantId,
        traceId: "0af7651916cd43dd8448eb211c80319c",
        operation: "ask-rag",
        statusCode: 200,
        latencyMs: expect.any(Number),
        "gen_ai.provider.name": name,
        "gen_ai.request.model": "small",
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.usage.output_tokens": 20,
      },
    ]);
  });

  it("is never ai_call_failed for an answer", async () => {
    expect((await linesOf([GOOD])).told).toEqual([]);
  });
});
