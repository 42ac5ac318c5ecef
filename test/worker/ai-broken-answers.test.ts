import { describe, expect, it } from "vitest";
import { aLibrary, anAppWithModel, FACT, GOOD, QUERY } from "../support/ai-tenant.ts";

const STREAM = "text/event-stream";
const FORMS = ["application/json", STREAM];
const EXTRACT = `${FACT} [1]`;

type Part = string | Error;

/** A body of these parts, which breaks off at a part that is an error. */
function bodyOf(parts: readonly Part[]) {
  const left = [...parts];
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const part = left.shift();
      if (part === undefined) controller.close();
      else if (typeof part === "string") controller.enqueue(new TextEncoder().encode(part));
      else controller.error(part);
    },
  });
}

const event = (data: object) => `data: ${JSON.stringify({ model: "small", ...data })}\n\n`;

/** A model that answers with a text, as JSON or as a stream, and gives a finish_reason. */
function aModel(content: string, finish_reason: string | undefined, usage?: object | null) {
  const counted = usage === undefined ? {} : { usage };
  return async (input: RequestInfo | URL, init?: RequestInit) => {
    const { stream } = await new Request(input, init).json<{ stream?: boolean }>();
    if (stream !== true) {
      return Response.json({ choices: [{ finish_reason, message: { content } }], ...counted });
    }
    const size = Math.max(7, Math.ceil(content.length / 60));
    const words = content.match(new RegExp(`.{1,${size}}`, "gs")) ?? [];
    const said = words.map((word) => event({ choices: [{ delta: { content: word } }] }));
    const end = event({ choices: [{ delta: {}, finish_reason }], ...counted });
    return new Response(bodyOf([...said, end, "data: [DONE]\n\n"]), {
      headers: { "content-type": STREAM },
    });
  };
}

/** A model that sends headers and then nothing until the timeout. */
function aSilentModel(counted = { asked: 0 }) {
  const late = new DOMException("It took too long.", "TimeoutError");
  return async (input: RequestInfo | URL, init?: RequestInit) => {
    counted.asked += 1;
    const { stream } = await new Request(input, init).json<{ stream?: boolean }>();
    const headers = { "content-type": stream === true ? STREAM : "application/json" };
    return new Response(bodyOf([late]), { headers });
  };
}

/** A model whose answer is withheld by a content filter. */
function aSilencedModel(counted = { asked: 0 }) {
  return async (input: RequestInfo | URL, init?: RequestInit) => {
    counted.asked += 1;
    const { stream } = await new Request(input, init).json<{ stream?: boolean }>();
    const [content, finish_reason] = [null, "content_filter"];
    if (stream !== true)
      return Response.json({ choices: [{ finish_reason, message: { content } }] });
    const end = event({ choices: [{ delta: { content }, finish_reason }] });
    return new Response(bodyOf([end, "data: [DONE]\n\n"]), { headers: { "content-type": STREAM } });
  };
}

async function asker(model: Parameters<typeof anAppWithModel>[0], text?: string) {
  const { tenantId, as } = await aLibrary(text);
  const { ask } = anAppWithModel(model);
  return async (accept: string) => {
    const body = { tenantId, query: QUERY };
    const answer = await ask("POST", "/ai/ask-rag", as, body, { accept });
    const shown = await answer.text();
    const done = accept === STREAM ? (/event: done\ndata: (.*)/.exec(shown)?.[1] ?? "{}") : shown;
    const deltas = [...shown.matchAll(/event: delta\ndata: (.*)/g)]
      .map(([, data = "{}"]) => (JSON.parse(data) as { text: string }).text)
      .join("");
    const { answer: said } = JSON.parse(done) as { answer?: string };
    const degraded = answer.headers.get("x-ai-degraded");
    return { said, degraded, deltas: accept === STREAM ? deltas : said };
  };
}

describe("a model's answer", () => {
  it.each(
    FORMS.flatMap((accept) => [
      { accept, said: `${GOOD} The team also looks after the`, shown: GOOD },
      { accept, said: `${GOOD} The network team is led by Dr.`, shown: GOOD },
      {
        accept,
        said: `${GOOD}\n- the network team\n- in Po`,
        shown: `${GOOD}\n- the network team`,
      },
      { accept, said: `${GOOD}\n1.`, shown: GOOD },
      { accept, said: `${GOOD} The network team is in Porto. [1]`, shown: undefined },
      { accept, said: "The network team in Porto is led by Ter", shown: EXTRACT },
    ]),
  )(
    "ends with its last whole sentence if cut at the token limit, in $accept: $said",
    async ({ accept, said, shown }) => {
      const read = await (await asker(aModel(said, "length")))(accept);
      expect(read.said).toBe(shown ?? said);
      expect(read.deltas).toBe(read.said);
    },
  );

  const THOUGHTS =
    "<think>\nThe documents say who leads the network team in Porto [1]. </thin\n</think>\n\n";
  const HMM = "Okay, the user wants a name, so I look through all that I was given.";
  it.each(
    FORMS.flatMap((accept) => [
      { accept, how: "before it", said: `${THOUGHTS}${GOOD}`, shown: GOOD },
      { accept, how: "after blanks", said: `\n ${THOUGHTS}${GOOD}`, shown: GOOD },
      { accept, how: "and nothing more", said: THOUGHTS, shown: EXTRACT },
      { accept, how: "without an end", said: `<think>${GOOD}`, shown: EXTRACT },
      { accept, how: "in capitals", said: `<THINK>${GOOD}</Think>\n${GOOD}`, shown: GOOD },
      { accept, how: "without a beginning", said: `${HMM}\n</think>\n\n${GOOD}`, shown: GOOD },
      {
        accept,
        how: "one in another",
        said: `<think>${HMM}<think>${GOOD}</think>${HMM}</think>${GOOD}`,
        shown: GOOD,
      },
      { accept, how: "twice", said: `${THOUGHTS}${THOUGHTS}${GOOD}`, shown: GOOD },
    ]),
  )("has none of the thoughts that its model wrote $how, in $accept", async (one) => {
    const read = await (await asker(aModel(one.said, "stop")))(one.accept);
    expect(read.said).toBe(one.shown);
    expect(read.deltas).toBe(read.said);
  });

  it("goes on behind a thought that had left before its end was seen", async () => {
    const read = await (await asker(aModel(`${GOOD} ${HMM}</think>${GOOD}`, "stop")))(STREAM);
    expect(read.said).toBe(`${GOOD}\n\n${GOOD}`);
    expect(read.deltas).toBe(read.said);
  });

  it.each(FORMS)(
    "counts as cut if its tokens reach the limit and finish_reason is missing, in %s",
    async (accept) => {
      const usage = (completion_tokens: number) =>
        aModel(`${GOOD} And it`, undefined, {
          prompt_tokens: 1,
          completion_tokens,
          total_tokens: completion_tokens + 1,
        });
      expect((await (await asker(usage(700)))(accept)).said).toBe(GOOD);
      expect((await (await asker(usage(699)))(accept)).said).toBe(`${GOOD} And it`);
    },
  );

  it.each(FORMS)(
    "is shown whole without a full stop if finish_reason is stop, in %s",
    async (accept) => {
      const said = "The network team in Porto is led by Teresa Almeida [1]";
      expect((await (await asker(aModel(said, "stop")))(accept)).said).toBe(said);
    },
  );
});

describe("a model's answer that is too long", () => {
  it.each(FORMS)(
    "is cut after its last whole sentence within 16,000 characters, in %s",
    async (accept) => {
      const said = Array.from({ length: 400 }, () => GOOD).join(" ");
      const read = await (await asker(aModel(said, "stop")))(accept);
      const most = Math.floor(16_000 / (GOOD.length + 1));
      const shown = said.slice(0, most * (GOOD.length + 1) - 1);
      expect(read).toEqual({ degraded: null, said: shown, deltas: shown });
    },
  );
});

describe("a model that leaves out token counts", () => {
  const none = { prompt_tokens: null, completion_tokens: null, total_tokens: null };
  const counts = [null, {}, none, { prompt_tokens: 5 }, { prompt_tokens: 5, completion_tokens: 6 }];
  it.each(FORMS.flatMap((accept) => counts.map((usage) => ({ accept, usage }))))(
    "still gives the answer, in $accept: $usage",
    async ({ accept, usage }) => {
      const read = await (await asker(aModel(GOOD, "stop", usage)))(accept);
      expect(read).toMatchObject({ said: GOOD, degraded: null, deltas: GOOD });
    },
  );

  it.each(FORMS)(
    "counts with the whole total if it reports nothing else, in %s",
    async (accept) => {
      const { tenantId, as } = await aLibrary();
      const { ask } = anAppWithModel(aModel(GOOD, "stop", { total_tokens: "90000" }));
      const answer = await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY }, { accept });
      expect(await answer.text()).toContain('"totalTokens":90000');
    },
  );

  it.each(FORMS)("gets its tokens estimated, in %s", async (accept) => {
    const { tenantId, as } = await aLibrary();
    const { ask } = anAppWithModel(aModel(GOOD, "stop", none));
    const answer = await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY }, { accept });
    const used = /"promptTokens":(\d+),"completionTokens":(\d+),"totalTokens":(\d+)/;
    const [prompt = 0, said = 0, total] =
      used
        .exec(await answer.text())
        ?.slice(1)
        .map(Number) ?? [];
    expect(prompt).toBeGreaterThan(20);
    expect(said).toBeGreaterThan(5);
    expect(total).toBe(prompt + said);
  });
});

describe("a model that begins to answer and then times out", () => {
  it.each(FORMS)(
    "is reported as llm_timeout, and after five times not called again, in %s",
    async (accept) => {
      const counted = { asked: 0 };
      const ask = await asker(aSilentModel(counted));
      for (let turn = 0; turn < 5; turn += 1) {
        expect(await ask(accept)).toMatchObject({ said: EXTRACT, degraded: "llm_timeout" });
      }
      expect(await ask(accept)).toMatchObject({ said: EXTRACT, degraded: "llm_unavailable" });
      expect(counted.asked).toBe(5);
    },
  );
});

describe("a model whose answer is withheld by a content filter", () => {
  it.each(FORMS)(
    "leads to the documents' own words, and is still called after six times, in %s",
    async (accept) => {
      const counted = { asked: 0 };
      const ask = await asker(aSilencedModel(counted));
      for (let turn = 0; turn < 6; turn += 1) {
        expect(await ask(accept)).toMatchObject({ said: EXTRACT, degraded: "llm_ungrounded" });
      }
      expect(counted.asked).toBe(6);
    },
  );
});

describe("a streamed answer after its finish_reason", () => {
  const end = [
    event({ choices: [{ delta: { content: GOOD } }] }),
    event({ choices: [{ delta: {}, finish_reason: "stop" }] }),
  ];
  const ends: [string, Part[]][] = [
    ["closes without a last line", []],
    ["breaks off", [new Error("reset")]],
    ["falls silent", [new DOMException("It took too long.", "TimeoutError")]],
    ["sends something else", ["data: bye\n\n"]],
  ];
  it.each(ends)("is complete, even if the stream %s", async (_case, rest) => {
    const ask = await asker(
      async () => new Response(bodyOf([...end, ...rest]), { headers: { "content-type": STREAM } }),
    );
    const whole = { said: GOOD, deltas: GOOD, degraded: null };
    for (let turn = 0; turn < 6; turn += 1) expect(await ask(STREAM)).toMatchObject(whole);
  });
});

describe("a streamed answer with an empty finish_reason in its parts, as SGLang and LocalAI send it", () => {
  it("has failed if the stream breaks off, and counts as cut if its tokens reach the limit", async () => {
    const goes = event({ choices: [{ delta: { content: GOOD }, finish_reason: "" }] });
    const answers = (...rest: Part[]) =>
      asker(
        async () => new Response(bodyOf([goes, ...rest]), { headers: { "content-type": STREAM } }),
      );
    const cut = await (await answers(new Error("reset")))(STREAM);
    expect(cut).toMatchObject({ said: EXTRACT, degraded: "llm_unavailable" });
    const more = event({ choices: [{ delta: { content: " And it" }, finish_reason: "" }] });
    const usage = event({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 700 } });
    const full = await (await answers(more, usage, "data: [DONE]\n\n"))(STREAM);
    expect(full).toMatchObject({ said: GOOD, deltas: GOOD });
  });
});

describe("a streamed answer with null for missing fields", () => {
  it("is read to its end", async () => {
    const parts = [
      event({ choices: null }),
      event({ model: null, choices: [{ delta: { content: GOOD }, finish_reason: null }] }),
      event({ choices: [{ delta: null, finish_reason: "stop" }] }),
    ];
    const ask = await asker(
      async () => new Response(bodyOf(parts), { headers: { "content-type": STREAM } }),
    );
    expect(await ask(STREAM)).toEqual({ said: GOOD, deltas: GOOD, degraded: null });
  });
});

describe("a stream with capitals in its Content-Type", () => {
  it("is read as a stream", async () => {
    const said = event({ choices: [{ delta: { content: GOOD }, finish_reason: "stop" }] });
    const headers = { "content-type": "Text/Event-Stream; Charset=UTF-8" };
    const ask = await asker(async () => new Response(bodyOf([said]), { headers }));
    expect(await ask(STREAM)).toMatchObject({ said: GOOD, degraded: null });
  });
});
