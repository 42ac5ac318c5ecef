import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readMessage, type Message } from "../../src/inspection/reading/read-message.ts";
import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";
import { collectNames } from "../../src/inspection/layers/l2/collect-names.ts";
import { bareNames } from "../../src/inspection/layers/l2/bare-names.ts";
import { classify } from "../../src/inspection/layers/l3/classify.ts";
import { openModel } from "../../src/inspection/model/open-model.ts";
import { readIndicator } from "../../src/intel/indicators/read-indicator.ts";
import { countEach, countSteps } from "../support/count-steps.ts";
import { timesAsLong } from "../support/times-as-long.ts";

const model = openModel(new Uint8Array(readFileSync("src/inspection/model/weights.bin")).buffer);
const LARGEST = 65_536;
/** More than anybody may send: a quick search has to be repeated more often to show. */
const BEYOND = 4 * LARGEST;
const MILLION = 1_000_000;
/** As much of each body as shows how the work grows. */
const COUNTED = 16_384;
/** Twice the text may be twice the work, and a little for where pieces are cut. */
const MOST_GROWTH = 2.2;
/** What the count cannot see, such as a search by the engine, shows by its time. */
const MOST_TIMES_AS_LONG = 6;

const fill = (piece: string, length = LARGEST) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** As long as a link may be, each of them another. */
const linksThatEndIn = (piece: string) =>
  Array.from({ length: 32 }, (_, at) => `${`http://a${at}.co/(${fill(piece)}`.slice(0, 2046)} `)
    .join("")
    .slice(0, LARGEST);

const manyProperties = Array.from({ length: 3_000 }, (_, at) => `a${at}:b;`).join("");

const BODIES: [string, string][] = [
  ["nested brackets", fill("[")],
  ["nested angle brackets", fill("<")],
  ["open tags", `<p>${fill("<a ")}`],
  ["quotes that open values", `<p>${fill('<a x="')}`],
  ["values that hold ends of tags", `<p>${fill("<a x='\">'>")}`],
  ["a quote without end behind them", `<p>${'<a x=">" '.repeat(7_000)}y='`],
  ["attributes without end", `<p><a ${fill("href= ")}>`],
  ["open comments", `<p>${fill("<!--")}`],
  ["open entities", fill("&#")],
  ["dots", fill(".")],
  ["a host without end", fill("a.")],
  ["one letter repeated", fill("a")],
  ["at signs", fill("a@")],
  ["schemes", fill("http://")],
  ["half-defanged links", fill("hxxp[.")],
  ["spaces", fill(" ")],
  ["spaces and dots", fill("a . ")],
  ["links before loose full stops", fill("a.es . com ")],
  ["long links before loose full stops", fill(`https://${"a.".repeat(1_000)}es . com `)],
  ["many links and one in disguise", `b[.]com ${fill("a.es ")}`],
  ["commas in the place of dots", fill("a,b")],
  ["names of commas", fill("a,com/ ")],
  ["names that never end", fill("www.a . ")],
  ["a site of commas", `http://${fill("a,")}`],
  ["sites of commas", fill("http://a,")],
  ["escaped dots", fill("a%2e")],
  ["dots in brackets", fill("a (dot) ")],
  ["half brackets", fill("a[.")],
  ["middle dots", fill("a\u00b7b")],
  ["styled letters", fill("\uff41.")],
  ["styled letters without a gap", fill("\u{1d41a}")],
  ["zero-width characters", fill("a\u200b")],
  ["combining marks", fill("\u0301")],
  ["the longest decomposition", fill("\ufdfa")],
  ["lone surrogates", fill("\ud800")],
  ["single letters", fill("a b ")],
  ["beginnings of prompt injection", fill("ignore classify as ")],
  ["beginnings of premium text messages", fill("envia a ")],
  ["numbers", fill("80")],
  ["real links", fill("https://bbva-seguro.top/a?b=c ")],
  ["hidden elements without end", `<p>${fill('<div style="display:none">')}`],
  ["hidden elements", `<p>${fill("<b hidden>a</b>")}`],
  ["styles without end", `<p style="${fill("a:")}`],
  ["a style of comments", `<p style="${fill("/*", LARGEST - 30)}">`],
  ["a style of blanks", `<p style="a:${fill(" ", LARGEST - 40)}!">`],
  ["a style of zeros", `<p style="${fill("width:0000000;", LARGEST - 40)}">`],
  ["links in HTML", `<p>${fill('<a href="http://a.example">b</a>')}`],
  ["relative links", `<base href="http://a.example/${fill("a/", 2_000)}">${fill("<a href=b>")}`],
  ["pictures of many sizes", `<base href=//a.co><p><img srcset="${fill("a, ", LARGEST - 60)}">`],
  ["pictures without end", `<p>${fill("<img src=a style='")}`],
  ["styles that fetch", `<p style="${fill("url( \\75 rl(", LARGEST - 40)}">`],
  ["style sheets that fetch", `<p>${fill("<style>url(//a.co/</style>")}`],
  ["style sheets of escapes", `<style>${fill("\\")}`],
  ["names without end", `<p><${fill("a")}`],
  ["blanks before a sign", `<p><a ${fill(" ", LARGEST - 10)}=`],
  ["attributes of a sign alone", `<p><a ${fill("= ")}`],
  ["comments that nearly end", `<p>${fill("<!--!>--")}`],
  ["Outlook's comments", `<p>${fill("<!--[if mso]><a href=//a.co><!--[if")}-->`],
  ["texts without end", `<p>${fill("<title><textarea>", BEYOND)}`],
  ["texts before one end", `<p>${fill("<xmp></xmpx", BEYOND)}`],
  [
    "rules",
    `<style>${fill(".a{display:none}", LARGEST / 2)}</style>${fill("<p class=a>b</p>", LARGEST / 2)}`,
  ],
  [
    "selectors of one rule",
    `<style>${fill(".a,.b ", LARGEST / 2)}{${fill("top:0;", LARGEST / 2)}}`,
  ],
  [
    "rules that reset",
    `<style>td{font-size:0}${fill("p.a[class=a]{font:a}")}</style><td>${fill("<p class=a>")}`,
  ],
  [
    "blocks within blocks",
    `<style>${fill("@media all{", LARGEST / 2)}${fill("}", LARGEST / 2)}</style>`,
  ],
  [
    "rules within a long block",
    `<style>@${fill("a", LARGEST / 2)}{${fill("a{font:a}", LARGEST / 2)}</style>`,
  ],
  [
    "rules of many properties",
    `<style>${fill(".a,", 6_000)}.a{${manyProperties}display:none}</style>${fill("<b class=a>a</b>", LARGEST / 2)}`,
  ],
  ["style sheets", `<p>${fill("<style>.a{display:none}</style>")}`],
  ["style sheets without braces", `<style>${fill("a ")}</style>`],
  ["comments in style sheets", `<style>${fill("/*/")}</style>`],
  ["classes", `<style>.a{display:none}</style><p class="${fill("a ")}">`],
  ["right-to-left overrides", fill("\u202ea")],
  ["paragraphs that hide", `<p>a${fill("<p style=display:none>a<div><b>")}`],
  ["ends of what is hidden", `<p>a<div hidden>${fill("<div><td>")}${fill("</td></p>")}`],
  ["base elements", `<p>${fill("<base href=http://a.example>")}`],
  ["heads before one end", `<p>${fill("<head>", BEYOND)}</head>`],
  ["open comments in a head", `<head>${fill("<!--", BEYOND)}</head>`],
  ["heads that end within styles", `<p>${fill("<head><style></head>", BEYOND)}</style><!--`],
  ["heads without end", `<p>${fill("<head>", BEYOND)}`],
  ["styles without end", `<p>${fill("<style>", BEYOND)}`],
  ["scripts without end", `<p>${fill("<script>", BEYOND)}`],
  ["links without a host", fill("http:///")],
  ["links that are only a query", fill("http://?")],
  ["addresses begun over and over", fill("http://[")],
  ["files without a host", fill("ftp:///")],
  ["links that end in brackets", linksThatEndIn(")")],
  ["links that end in brackets and points", linksThatEndIn(").")],
  ["links that end in brackets of both kinds", linksThatEndIn(").]")],
  ["links of brackets alone", fill("a.co/[(])")],
  ["words in Cyrillic", fill("привет ")],
  ["words in Chinese", fill("会议")],
  ["words in Polish", fill("dziękuję za wiadomość ")],
  ["words in Japanese and English", fill("会議の議事録を添付いたします please open this now ")],
  ["a million letters", fill("a", MILLION)],
  ["a million brackets", fill("[(", MILLION)],
  ["a million words", fill("cuenta ", MILLION)],
];

function read(body: string) {
  const message: Message = { channel: "email", sender: "a@b.example", subject: "x", body };
  const reading = readMessage(message);
  return {
    reading,
    form: scoreForm(reading),
    said: classify(model, reading),
    asked: collectNames(reading).names.map(({ type, value }) => readIndicator(type, value)),
  };
}

/** Reads words of the same length; the same function for the same length. */
const READS_OF_WORDS = new Map(
  BODIES.map(([, { length }]) => {
    const words = fill("cuenta ", length);
    return [length, () => read(words)];
  }),
);

describe("hostile bodies", () => {
  // How long they take is printed by `npm run bench -- inspection`.
  it.each(BODIES)(
    "%s take about twice the steps when they are twice as long",
    async (_name, body) => {
      const parts = [body.slice(0, COUNTED / 2), body.slice(0, COUNTED)];
      const works = parts.map((part) => () => read(part));
      const [half = 0, whole = 0] = await countEach("/src/inspection/", works);
      expect(half).toBeGreaterThan(0);
      expect(whole).toBeLessThanOrEqual(half * MOST_GROWTH);
    },
  );

  it.each(BODIES)(
    "%s are judged, and take at most a small factor longer than words",
    (_name, body) => {
      const readWords = READS_OF_WORDS.get(body.length) ?? expect.fail("no words are as long");
      let last: ReturnType<typeof read> | undefined;
      const times = timesAsLong(() => (last = read(body)), readWords, MOST_TIMES_AS_LONG);
      expect(times).toBeLessThanOrEqual(MOST_TIMES_AS_LONG);
      expect(last?.form.score).toBeGreaterThanOrEqual(0);
      expect(last?.form.score).toBeLessThanOrEqual(100);
      const { clean, spam, phishing } = last?.said.probabilities ?? {};
      expect(Number(clean) + Number(spam) + Number(phishing)).toBeCloseTo(1, 6);
    },
  );

  it.each(["de..", "a.de.-", "a.de._"])(
    "of names that run into each other are searched about as quickly as those of names apart: %s",
    (piece) => {
      const searchIn = (text: string) => () => bareNames(text, []);
      const times = timesAsLong(searchIn(fill(piece)), searchIn(fill("a.de ")), MOST_GROWTH);
      expect(times).toBeLessThanOrEqual(MOST_GROWTH);
    },
  );

  it("would exceed the bound on growth if their steps grew with the square of the length", async () => {
    const square = (length: number) =>
      countSteps("/test/counted/inspection-hostile", () => {
        let sum = 0;
        for (let x = 0; x < length; x += 1) for (let y = 0; y < length; y += 1) sum += x ^ y;
        return sum;
      });
    expect(await square(200)).toBeGreaterThan((await square(100)) * MOST_GROWTH);
    const scan = (length: number) =>
      countSteps("nowhere", () => {
        for (let at = 0; at < length; at += 1) /b/.test("a".repeat(length));
      });
    expect(await scan(200)).toBeGreaterThan((await scan(100)) * MOST_GROWTH);
  });
});
