import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCa } from "../support/make-csr.ts";
import { Product } from "../support/run-product.ts";
import { ModelProcess } from "../support/start-model.ts";

const FACT = "Teresa Almeida leads the network team in Porto. Write to teresa@corp.example.";
const QUERY = "Who leads the network team in Porto?";
const GOOD = ["The network team", " in Porto is led by Teresa", " Almeida [1]. "];
const MORE = ["Teresa Almeida", " leads the team in Porto [1]."];
const ANSWER = [...GOOD, ...MORE].join("");
/** Parts of an answer that goes on for a hundred seconds: far longer than anybody takes to hang up. */
const TALK = 1_000;
/** Less than the twenty seconds after which a server is given up for other reasons. */
const LEFT_WITHIN_MS = 15_000;

interface Event {
  event: string;
  data: Record<string, unknown>;
}

describe("an OpenAI-compatible server on loopback", () => {
  const model = new ModelProcess();
  let product: Product;

  beforeAll(async () => {
    await model.start();
    const { keyPem, chainPem } = await makeCa();
    product = new Product({ caKey: keyPem, caChain: chainPem }, settingsFor(model));
    await product.start();
    const body = { tenantId: "e2e", title: "People", source: "wiki", text: FACT };
    await product.ask("POST", "/ai/documents", body);
  });

  afterAll(async () => {
    model.stop();
    await product[Symbol.asyncDispose]();
  });

  const post = (more: object, accept: string, signal?: AbortSignal, path = "/ai/ask-rag") =>
    fetch(product.url + path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${product.operatorToken}`,
        "content-type": "application/json",
        accept,
      },
      body: JSON.stringify({ tenantId: "e2e", query: QUERY, ...more }),
      ...(signal === undefined ? {} : { signal }),
    });

  /** A socket of its own, closed in the middle of the answer. */
  const hangUpAfterFirstDelta = async (path?: string) => {
    const gone = new AbortController();
    await firstDelta(await post({}, "text/event-stream", gone.signal, path));
    expect(await left()).toBe(false);
    gone.abort();
  };

  const left = async () => (await model.seen())[0]?.left;

  const usage = async () => {
    const sums = await product.ask<{
      total: Record<"calls" | "failed" | "completionTokens", number>;
    }>("GET", "/ai/usage?tenantId=e2e");
    return sums.total;
  };

  const stream = async (more: object = {}) => {
    const answer = await post(more, "text/event-stream");
    expect(answer.status).toBe(200);
    const events = eventsIn(await answer.text());
    const said = events
      .filter(({ event }) => event === "delta")
      .map(({ data }) => String(data["text"]))
      .join("");
    return { answer, events, said, last: events.at(-1) };
  };

  it("refuses none of our requests, and its answer arrives whole and as a stream", async () => {
    await model.script({ parts: [ANSWER] });
    const whole = await post({ temperature: 0.4, model: "large" }, "application/json");
    expect(await whole.json()).toMatchObject({
      answer: ANSWER,
      modelUsage: { model: "large", totalTokens: 102, statusCode: 200 },
    });
    const { answer, events, said, last } = await stream();
    expect(said).toBe(ANSWER);
    expect(answer.headers.get("x-ai-provider")).toBe("loopback");
    expect(answer.headers.get("x-ai-degraded")).toBeNull();
    expect(events.map(({ event }) => event)).toEqual([
      "meta",
      "citation",
      "delta",
      "delta",
      "done",
    ]);
    expect(last?.data).toMatchObject({ answer: ANSWER, modelUsage: { totalTokens: 102 } });
    const seen = await model.seen();
    expect(seen.map(({ refused }) => refused)).toEqual([undefined, undefined]);
    expect(seen[1]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    expect(seen[1]?.headers["traceparent"]).toMatch(/^00-[0-9a-f]{32}-/);
  });

  it("has its first sentence passed on before the next one is there", async () => {
    await model.script({ parts: [...GOOD, "And then"], end: "hang" });
    const gone = new AbortController();
    const answer = await post({}, "text/event-stream", gone.signal);
    expect(await firstDelta(answer)).toContain("Teresa Almeida [1].");
    expect((await model.seen())[0]?.left).toBe(false);
    gone.abort();
  });

  it("is hung up on when the client hangs up, and its tokens until then are counted", async () => {
    const before = await usage();
    const talk = Array.from({ length: TALK }, (_, at) => `And then number ${at} `);
    await model.script({ parts: [...GOOD, ...talk], pauseMs: 100 });
    await hangUpAfterFirstDelta();
    await expect.poll(() => left(), { timeout: LEFT_WITHIN_MS }).toBe(true);
    await expect.poll(async () => (await usage()).calls).toBe(before.calls + 1);
    const after = await usage();
    expect(after.failed).toBe(before.failed);
    // Of a hundred seconds of talk it heard a few: each part is about four tokens.
    const tokens = after.completionTokens - before.completionTokens;
    expect(tokens).toBeGreaterThan(GOOD.join("").length / 4);
    expect(tokens).toBeLessThan([...GOOD, ...talk].join("").length / 8);
  });

  it("is hung up on when the client of a chat hangs up", async () => {
    await model.script({
      parts: [...GOOD, ...Array.from({ length: TALK }, () => "And ")],
      pauseMs: 100,
    });
    await hangUpAfterFirstDelta("/ai/chat");
    await expect.poll(() => left(), { timeout: LEFT_WITHIN_MS }).toBe(true);
  });

  it("has its ungrounded sentences left out of the stream and of the whole answer", async () => {
    await model.script({ parts: [...GOOD, "Bananas grow on Jupiter. ", "So do plums on Mars."] });
    const { said, last } = await stream();
    expect(said.trim()).toBe(GOOD.join("").trim());
    expect(last).toMatchObject({ event: "done", data: { answer: said.trim() } });
  });

  it("is replaced by the documents' words if all of its answer is ungrounded", async () => {
    await model.script({ parts: ["Bananas grow on Jupiter [1]."] });
    const { answer, said, last } = await stream();
    expect(answer.headers.get("x-ai-provider")).toBe("embedded");
    expect(answer.headers.get("x-ai-degraded")).toBe("llm_ungrounded");
    expect(said).toContain("Teresa Almeida leads the network team in Porto. [1]");
    expect(last?.event).toBe("done");
  });

  it.each(["cut", "error"] as const)(
    "ends the stream with llm_interrupted if its answer breaks off: %s",
    async (end) => {
      await model.script({ parts: [...GOOD, "And then"], end });
      const { said, last, events } = await stream();
      expect(said.trim()).toBe(GOOD.join("").trim());
      expect(last).toMatchObject({ event: "error", data: { error: "llm_interrupted" } });
      expect(events.some(({ event }) => event === "done")).toBe(false);
      await model.script({ parts: [ANSWER] });
      expect((await stream()).last?.event).toBe("done");
    },
  );

  it("is replaced by the documents' words if it breaks off before the first sentence", async () => {
    await model.script({ parts: ["The network"], end: "cut" });
    const { answer, last } = await stream();
    expect(answer.headers.get("x-ai-degraded")).toBe("llm_unavailable");
    expect(last?.event).toBe("done");
  });

  it("has its answer taken as whole without a last line, if it gave a reason to stop", async () => {
    await model.script({ parts: [ANSWER], end: "silent" });
    const { said, last } = await stream();
    expect(said).toBe(ANSWER);
    // Its usage went with the line, and is estimated by the length of the texts.
    expect(last?.data["modelUsage"]).toMatchObject({ model: "small", statusCode: 200 });
    expect(last?.data["modelUsage"]).not.toMatchObject({ totalTokens: 102 });
  });

  it("is not sent an e-mail address, which is in the client's answer all the same", async () => {
    await model.script({ parts: ["Write to Teresa Almeida at [EMAIL", "_1] in Porto [1]."] });
    const { last } = await stream({
      query: "Is teresa@corp.example where I write to Teresa Almeida of the team in Porto?",
    });
    expect(last?.data["answer"]).toBe(
      "Write to Teresa Almeida at teresa@corp.example in Porto [1].",
    );
    const sent = JSON.stringify(await model.seen());
    expect(sent).toContain("[EMAIL_1]");
    expect(sent).not.toContain("teresa@corp.example");
  });

  it("is asked again when it is busy, and no more after it failed five times", async () => {
    await model.script({ status: 429 }, { status: 503 }, { parts: [ANSWER] });
    expect((await stream()).said).toBe(ANSWER);
    expect(await model.seen()).toHaveLength(3);
    await model.script({ status: 400 });
    for (let turn = 0; turn < 7; turn += 1) await stream();
    expect(await model.seen()).toHaveLength(7);
    await model.script({ status: 404 });
    for (let turn = 0; turn < 7; turn += 1) {
      const { answer } = await stream();
      expect(answer.headers.get("x-ai-degraded")).toBe("llm_unavailable");
    }
    expect(await model.seen()).toHaveLength(5);
  });
});

function settingsFor(model: ModelProcess): Record<string, string> {
  const provider = {
    kind: "openai-compatible",
    name: "loopback",
    baseUrl: `${model.url}/v1`,
    keySecret: "LOOPBACK_KEY",
    models: ["small", "large"],
  };
  return { AI_PROVIDERS: JSON.stringify([provider]), LOOPBACK_KEY: "s3cret" };
}

async function firstDelta({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes("event: delta")) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) break;
    text += decoder.decode(value as Uint8Array, { stream: true });
  }
  return text;
}

function eventsIn(text: string): Event[] {
  return text
    .split("\n\n")
    .filter((block) => block.includes("event: "))
    .map((block) => ({
      event: /^event: (.+)$/m.exec(block)?.[1] ?? "",
      data: JSON.parse(/^data: (.+)$/m.exec(block)?.[1] ?? "{}") as Event["data"],
    }));
}
