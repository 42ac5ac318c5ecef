import { describe, expect, it } from "vitest";
import { cleanOutput } from "../../src/ai/answer/check-output.ts";
import { SentenceGate } from "../../src/ai/answer/sentence-gate.ts";
import { cleanText } from "../../src/ai/documents/clean-text.ts";
import { readHtml } from "../../src/ai/documents/read-html.ts";
import { scanText } from "../../src/ai/documents/scan-text.ts";
import { findPersonal } from "../../src/ai/personal/find-personal.ts";
import { EventCutter } from "../../src/ai/providers/cut-events.ts";
import { splitSentences } from "../../src/ai/text/split-sentences.ts";
import { countEach } from "../support/count-steps.ts";
import { timesAsLong } from "../support/times-as-long.ts";

/** As much of each text as shows how the work grows; a document may be 250 times as long. */
const COUNTED = 16_384;
/** Twice the text may be twice the work, and a little for where pieces are cut. */
const MOST_GROWTH = 2.2;
/** What the count cannot see, such as a search by the engine, shows by its time. */
const MOST_TIMES_AS_LONG = 12;

const fill = (piece: string) => piece.repeat(Math.ceil(COUNTED / piece.length)).slice(0, COUNTED);

const TEXTS: [string, string][] = [
  ["dots", fill(".")],
  ["dots and quotes", fill('."')],
  ["quotes behind a dot", `.${fill('"')}`],
  ["ends of sentences", fill(". ")],
  ["blanks", fill(" ")],
  ["lines", fill("\n")],
  ["open comments", fill("<!--")],
  ["terminal sequences", fill("\u001b[0")],
];

const PAGES: [string, string][] = [
  ["open tags", fill("<p")],
  ["open headings", fill("<h1")],
  ["headings without end", fill("<h1>")],
  ["hidden elements without end", fill("<a hidden>")],
  ["hidden elements of many names", hiddenOfManyNames()],
  ["a tag of many attributes", `<a${fill(" hidden")}`],
  ["a closed tag of many attributes", `<a${fill(" aria-hidden=")}>`],
  ["styles within a tag", fill('<a style="')],
  ["hidden elements without end around others", fill("<a hidden><a></a>")],
  ["elements without size around others", fill("<a style=font-size:0><b></b></a>")],
  ["elements without size in one another", withinOneAnother("<a style=font-size:0>", "</a>")],
  ["declarations behind a style", `<a style>${fill("<!a>")}`],
  ["elements of which few end", fill("<a><b><b><b></a>")],
  ["open svg elements", fill("<svg a")],
  ["styles without quotes", fill("<a style=a")],
  ["titles without end", fill("<title>")],
  ["svg elements without end", fill("<svg>")],
  ["ends of what never began", fill("</svg>")],
  ["open ends", fill("</a ")],
  ["open comments", fill("<!--")],
  ["open entities", fill("&#")],
  ["angle brackets", fill("<")],
];

/** Beginnings of personal data, over and over. */
const PEOPLE: [string, string][] = [
  ["letters", fill("a")],
  ["letters of another script", fill("界")],
  ["digits", fill("1")],
  ["letters and digits", fill("A1")],
  ["begun e-mail addresses", fill("a@")],
  ["a host without end", `a@${fill("a-")}`],
  ["a host of many parts", `a@${fill("a.")}`],
  ["begun accounts", fill("ES91 ")],
  ["begun numbers", fill("+34 ")],
  ["begun identity numbers", fill("12.345.")],
];

const DOCUMENTS = ["The network team is in Porto.", "The backup runs at night."].map(
  (snippet, at) => ({ id: `d.1:${at}`, snippet, source: "wiki", score: 0.9 }),
);
/** As a model streams. */
const STREAMED = 4;

const ANSWERS: [string, string][] = [
  ["grounded sentences", fill("The network team is in Porto [1]. ")],
  ["ungrounded sentences", fill("Bananas grow. ")],
  ["short sentences", fill("Aa. Bb. ")],
  ["sentences that begin with a citation", fill("team. [9] network. [9] ")],
  ["citations of no document in a row", fill("The network team [9] [8][7] ")],
  ["brackets before citations of no document", fill(`.${")".repeat(60)} [9] [9]`)],
  ["a citation without end", `[${fill("1, ")}`],
  ["begun citations", fill("[1-")],
  ["begun citations of another form", fill("【1†")],
  ["begun links without an address", fill("[a](https://x ")],
  ["empty brackets that do not end", fill("(https://x... ")],
  ["citations of a great range", fill("[1-999999999] ")],
  ["one sentence", fill("network ")],
  ["one word", fill("network")],
  ["dots", fill(".")],
  ["quotes behind a dot", `.${fill('"')}`],
  ["lines", fill("\n \n")],
  ["open tags", fill("<a")],
  ["sentences within open tags", fill("<a Aa. Bb. ")],
  ["open images", fill("![")],
  ["open addresses of images", fill("![](")],
  ["images within an open tag", fill("<a ![x] Aa. Bb. ")],
  ["images side by side", fill("![a](b) Aa. Bb. ")],
];

function withinOneAnother(start: string, end: string): string {
  const times = Math.floor(COUNTED / (start.length + end.length));
  return start.repeat(times) + end.repeat(times);
}

function hiddenOfManyNames(): string {
  return Array.from({ length: 1_000 }, (_, at) => `<a${at} hidden>`).join("");
}

function itStaysLinear(texts: typeof TEXTS, read: (text: string) => unknown) {
  it.each(texts)(
    "%s take about twice the steps when they are twice as long",
    async (_name, text) => {
      const parts = [text.slice(0, text.length / 2), text];
      const works = parts.map((part) => () => read(part));
      const [half = 0, whole = 0] = await countEach("/src/ai/", works);
      expect(half).toBeGreaterThan(0);
      expect(whole).toBeLessThanOrEqual(half * MOST_GROWTH);
    },
  );

  const readWords = new Map(
    texts.map(([, { length }]) => {
      const words = "<p>A word. </p>".repeat(Math.ceil(length / 15)).slice(0, length);
      return [length, () => read(words)];
    }),
  );

  it.each(texts)("%s take at most a small factor longer than words", (_name, text) => {
    const other = readWords.get(text.length) ?? expect.fail("no words are as long");
    const times = timesAsLong(() => read(text), other, MOST_TIMES_AS_LONG);
    expect(times).toBeLessThanOrEqual(MOST_TIMES_AS_LONG);
  });
}

describe("a hostile text", () =>
  itStaysLinear(TEXTS, (text) => splitSentences(cleanText(text).text)));
describe("a hostile page", () => itStaysLinear(PAGES, readHtml));

describe("a hostile text that is searched for personal data", () => {
  const TIMES = 8;
  const MOST_TIMES = 2.5 * TIMES;
  it.each(PEOPLE)(
    "%s take about eight times as long when they are eight times as long",
    (_name, text) => {
      const times = timesAsLong(
        () => findPersonal(text),
        () => findPersonal(text.slice(0, text.length / TIMES)),
        MOST_TIMES,
      );
      expect(times).toBeLessThanOrEqual(MOST_TIMES);
    },
  );
});

/** As long as a piece of a document may be; in compatible form its signs are three times as many. */
const PIECE = 900;
const PIECES: [string, string][] = [
  ["images whose address goes on without end", `${"![](//".repeat(50)}${"\u2a76".repeat(600)}`],
  ["begun images", "![".repeat(450)],
  ["lines", "\n".repeat(PIECE)],
  ["marks of a heading", "#".repeat(PIECE)],
  ["instructions without end", "ignore all ".repeat(82)],
];

describe("a hostile piece that is searched for injected instructions", () => {
  const MOST_TIMES = 150;
  it.each(PIECES)("%s take at most a bounded factor longer than words", (_name, text) => {
    const words = "A word. ".repeat(PIECE / 8);
    const times = timesAsLong(
      () => scanText(text),
      () => scanText(words),
      MOST_TIMES,
    );
    expect(times).toBeLessThanOrEqual(MOST_TIMES);
  });
});

describe("a long hostile text that is searched for injected instructions", () => {
  const TIMES = 8;
  const MOST_TIMES = 2.5 * TIMES;
  it.each(
    [
      "\n",
      "\r",
      "\r\n",
      "\u2028",
      " ",
      "\t\n",
      ".\n",
      "\n: ",
      "system:\n\n",
      "user :\n\n",
      "and \n",
    ].map((part) => [JSON.stringify(part), fill(part)] as const),
  )("%s takes about eight times as long when there is eight times as much", (_name, text) => {
    const times = timesAsLong(
      () => scanText(text),
      () => scanText(text.slice(0, text.length / TIMES)),
      MOST_TIMES,
    );
    expect(times).toBeLessThanOrEqual(MOST_TIMES);
  });
});

describe("a hostile answer", () => itStaysLinear(ANSWERS, (text) => cleanOutput(text, DOCUMENTS)));
describe("a hostile answer that is streamed", () =>
  itStaysLinear(ANSWERS, (text) => {
    const gate = new SentenceGate(DOCUMENTS, "en");
    for (let at = 0; at < text.length; at += STREAMED) gate.push(text.slice(at, at + STREAMED));
    gate.finish();
  }));

describe("events in tiny pieces", () => {
  const LONG = 200_000;
  const TINY = 32;
  const MOST_TINY_TIMES = 20;
  const read = (text: string, size: number) => {
    const cutter = new EventCutter();
    const events: string[] = [];
    for (let at = 0; at < text.length; at += size) {
      events.push(...cutter.push(text.slice(at, at + size)));
    }
    return events;
  };

  it.each(["\n", "\r", "\r\n"])(
    "take at most a small factor longer than in large pieces: %j",
    (end) => {
      const text = `data: ${"a".repeat(LONG)}${end}${end}`;
      expect(read(`${text}${end}`, TINY)).toEqual(["a".repeat(LONG)]);
      const times = timesAsLong(
        () => read(text, TINY),
        () => read(text, 16_384),
        MOST_TINY_TIMES,
      );
      expect(times).toBeLessThanOrEqual(MOST_TINY_TIMES);
    },
  );
});
