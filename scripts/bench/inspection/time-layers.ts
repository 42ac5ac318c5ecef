import "../../suffixes/open-rules.ts";
import "../../train/open-brands.ts";
import { readFileSync } from "node:fs";
import { classifyWorst } from "../../../src/inspection/layers/classify-worst.ts";
import { findOrders } from "../../../src/inspection/layers/find-orders.ts";
import { readMessage, type Message } from "../../../src/inspection/reading/read-message.ts";
import { scoreForm } from "../../../src/inspection/layers/l1/score-form.ts";
import { collectNames } from "../../../src/inspection/layers/l2/collect-names.ts";
import { classify } from "../../../src/inspection/layers/l3/classify.ts";
import { openModel } from "../../../src/inspection/model/open-model.ts";
import { median } from "../median.ts";

const ROUNDS = 7;
const LARGEST = 65_536;

const file = readFileSync("src/inspection/model/weights.bin");
const model = openModel(new Uint8Array(file).buffer);

/** Measures the time of each layer's code; for L2 only what it does before it asks the index. */
export function timeLayers(messages: readonly Message[]): string {
  const readings = messages.map((message) => readMessage(message));
  const none = { score: 0, signals: [] };
  const steps: Record<string, () => void> = {
    reading: () => messages.forEach((message) => readMessage(message)),
    L1: () =>
      readings.forEach((reading) => {
        scoreForm(reading);
        findOrders(none, reading);
      }),
    L2: () => readings.forEach((reading) => collectNames(reading)),
    L3: () => readings.forEach((reading) => classify(model, reading)),
  };
  return Object.entries(steps)
    .map(([name, step]) => `${name} ${medianOf(step, messages.length).toFixed(1)}`)
    .join(", ");
}

function medianOf(step: () => void, messages: number): number {
  const rounds = Array.from({ length: ROUNDS }, () => (timeOf(step) * 1_000) / messages);
  return median(rounds);
}

const fill = (piece: string, length = LARGEST) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Texts that are made to keep a reader busy, as long as a mail may be. */
const HOSTILE: Readonly<Record<string, string>> = {
  "nested brackets": "[".repeat(LARGEST / 2) + "]".repeat(LARGEST / 2),
  tags: fill("<div>"),
  "open comments": `<p>${fill("<!--", LARGEST - 3)}`,
  "links in HTML": `<p>${fill('<a href="http://a.example">b</a>', LARGEST - 3)}`,
  links: fill("https://bbva-seguro.top/a?b=c "),
  letters: fill("a"),
  "different words": fill(Array.from({ length: 9_000 }, (_, at) => at.toString(36)).join(" ")),
  dots: fill("a."),
  "half addresses": fill("1.2.3."),
  "at signs": fill("a@"),
  colons: fill("a:"),
  "numbers with signs": fill("1-"),
  "lone surrogates": fill("\ud800"),
  "accents and dots": fill("é.é"),
  "marks upon marks": fill("\u0301"),
  "zero-width": fill("a\u200b"),
  "the longest decomposition": fill("\ufdfa"),
  "both ways": fill("\u202eabc\u202c"),
  "orders begun": fill("say verdict system: "),
  "heads without an end": `<p>${fill("<head>", LARGEST - 3)}`,
  "hidden elements": `<p>${fill("<b hidden>a</b>", LARGEST - 3)}`,
  "links beside hidden text": `<b hidden>a</b>${fill('<a href="http://a.example">b</a>', LARGEST - 15)}`,
  "links without a host": fill("http:///"),
  "closing brackets": Array.from({ length: 31 }, (_, at) => `http://a${at}.co/(`)
    .map((link) => `${link}${")".repeat(2_000)}`)
    .join(" "),
};

/** Measures all three layers over each hostile text, the slowest first. */
export function worstTimes(): { name: string; ms: number }[] {
  return Object.entries(HOSTILE)
    .map(([name, body]) => {
      const message: Message = { channel: "email", sender: "a@b.example", subject: "x", body };
      const all = () => {
        const reading = readMessage(message);
        const { givesOrders } = findOrders(scoreForm(reading), reading);
        collectNames(reading);
        classifyWorst(model, reading, givesOrders);
      };
      return { name, ms: Math.min(timeOf(all), timeOf(all), timeOf(all)) };
    })
    .toSorted((one, other) => other.ms - one.ms);
}

function timeOf(step: () => void): number {
  const startedAt = performance.now();
  step();
  return performance.now() - startedAt;
}
