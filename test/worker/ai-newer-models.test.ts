import { describe, expect, it } from "vitest";
import { aLibrary, anAppWithModel, FACT, GOOD, QUERY } from "../support/ai-tenant.ts";

const STREAM = "text/event-stream";

interface Sent {
  max_tokens?: number;
  max_completion_tokens?: number;
  temperature?: number;
  stream?: boolean;
  stream_options?: object;
}

const refuse = (message: string) =>
  Response.json({ error: { message, type: "invalid_request_error" } }, { status: 400 });

/** A model like OpenAI's reasoning models: its refusal names the field to send. */
function aNewerModel(sent: Sent[]) {
  return async (input: RequestInfo | URL, init?: RequestInit) => {
    const body = await new Request(input, init).json<Sent>();
    sent.push(body);
    if (body.max_tokens !== undefined) {
      return refuse(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      );
    }
    if (body.temperature !== undefined) return refuse("Unsupported value: 'temperature'");
    return said(body);
  };
}

function said({ stream }: Sent): Response {
  const choice = { finish_reason: "stop", message: { content: GOOD } };
  if (stream !== true) return Response.json({ choices: [choice] });
  const part = { choices: [{ delta: { content: GOOD }, finish_reason: "stop" }] };
  return new Response(`data: ${JSON.stringify(part)}\n\ndata: [DONE]\n\n`, {
    headers: { "content-type": STREAM },
  });
}

describe("a model that wants max_completion_tokens", () => {
  it.each(["application/json", STREAM])(
    "is called again with that field, and at once so in later calls: %s",
    async (accept) => {
      const { tenantId, as } = await aLibrary();
      const sent: Sent[] = [];
      const { ask, name } = anAppWithModel(aNewerModel(sent));
      const body = { tenantId, query: QUERY, temperature: 0.5 };
      for (let turn = 0; turn < 2; turn += 1) {
        const answer = await ask("POST", "/ai/ask-rag", as, body, { accept });
        expect(answer.headers.get("x-ai-provider")).toBe(name);
        expect(await answer.text()).toContain(JSON.stringify(GOOD));
      }
      expect(
        sent.map((one) => [one.max_tokens, one.max_completion_tokens, one.temperature]),
      ).toEqual([
        [700, undefined, 0.5],
        [undefined, 700, undefined],
        [undefined, 700, undefined],
      ]);
    },
  );
});

/** A model like Mistral's: its streams always end with usage, and stream_options is refused. */
function aModelThatCountsUnasked(sent: Sent[]) {
  return async (input: RequestInfo | URL, init?: RequestInit) => {
    const body = await new Request(input, init).json<Sent>();
    sent.push(body);
    if (body.stream_options !== undefined) {
      const loc = ["body", "stream_options", "include_usage"];
      const detail = [{ type: "extra_forbidden", loc, msg: "Extra inputs are not permitted" }];
      return Response.json({ object: "error", message: { detail } }, { status: 422 });
    }
    return said(body);
  };
}

describe("a model that refuses stream_options", () => {
  it("is called again without that field, and at once so in later calls", async () => {
    const { tenantId, as } = await aLibrary();
    const sent: Sent[] = [];
    const { ask, name } = anAppWithModel(aModelThatCountsUnasked(sent));
    const body = { tenantId, query: QUERY, temperature: 0.5 };
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await ask("POST", "/ai/ask-rag", as, body, { accept: STREAM });
      expect(answer.headers.get("x-ai-provider")).toBe(name);
      expect(await answer.text()).toContain(JSON.stringify(GOOD));
    }
    const asked = { stream: true, max_tokens: 700, temperature: 0.5 };
    expect(sent).toEqual([
      expect.objectContaining({ ...asked, stream_options: { include_usage: true } }),
      expect.objectContaining(asked),
      expect.objectContaining(asked),
    ]);
    expect(sent.slice(1).some((one) => "stream_options" in one)).toBe(false);
  });
});

describe("a model that refuses for another reason", () => {
  it.each([
    ["names the reason", () => refuse("The prompt is too long.")],
    ["sends a body too long to read", () => new Response("x".repeat(2_000_000), { status: 400 })],
    ["sends no body", () => new Response(null, { status: 400 })],
  ])("is not called again if it %s", async (_case, answers) => {
    const { tenantId, as } = await aLibrary();
    let asked = 0;
    const { ask } = anAppWithModel(async () => {
      asked += 1;
      return answers();
    });
    const answer = await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
    expect(answer.headers.get("x-ai-degraded")).toBe("llm_unavailable");
    expect(await answer.json()).toMatchObject({ answer: `${FACT} [1]` });
    expect(asked).toBe(1);
  });
});

describe("a model that repeats the question in its refusal", () => {
  it.each(["max_completion_tokens", "stream_options"])(
    "is still called with max_tokens and stream_options: %s",
    async (word) => {
      const { tenantId, as } = await aLibrary();
      const sent: Sent[] = [];
      const { ask } = anAppWithModel(async (input, init) => {
        const text = await new Request(input, init).text();
        sent.push(JSON.parse(text) as Sent);
        const { messages } = JSON.parse(text) as { messages: object };
        return refuse(`Too long: ${JSON.stringify(messages)}`);
      });
      const body = { tenantId, query: `${QUERY} And what is ${word}?` };
      await (await ask("POST", "/ai/ask-rag", as, body, { accept: STREAM })).text();
      await (
        await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY }, { accept: STREAM })
      ).text();
      expect(sent).toHaveLength(2);
      expect(sent[1]).toMatchObject({ max_tokens: 700, stream_options: { include_usage: true } });
    },
  );
});

describe("a model that repeats the whole request in its refusal", () => {
  it.each([
    ["as it came", (sent: string) => sent],
    ["as text", (sent: string) => JSON.stringify({ message: `Bad request: ${sent}` })],
    ["indented", (sent: string) => JSON.stringify({ input: JSON.parse(sent) }, null, 2)],
    [
      "as Python prints it",
      () => "{'stream': True, 'stream_options': {'include_usage': True}}: 'stop' is missing",
    ],
  ])("is still called with stream_options: %s", async (_case, repeat) => {
    const { tenantId, as } = await aLibrary();
    const sent: Sent[] = [];
    const { ask } = anAppWithModel(async (input, init) => {
      const text = await new Request(input, init).text();
      sent.push(JSON.parse(text) as Sent);
      return new Response(repeat(text), { status: 422 });
    });
    const body = { tenantId, query: QUERY };
    for (let turn = 0; turn < 2; turn += 1) {
      await (await ask("POST", "/ai/ask-rag", as, body, { accept: STREAM })).text();
    }
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({ stream_options: { include_usage: true } });
  });
});
