import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readMessage, type Message } from "../../src/inspection/layers/l1/read-message.ts";
import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";
import { classify } from "../../src/inspection/layers/l3/classify.ts";
import { openModel } from "../../src/inspection/model/open-model.ts";

const model = openModel(new Uint8Array(readFileSync("src/inspection/model/weights.bin")).buffer);
const LARGEST = 65_536;
const MILLION = 1_000_000;
const MOST_MS = 50;

const fill = (piece: string, length = LARGEST) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const BODIES: [string, string][] = [
  ["nested brackets", fill("[")],
  ["nested angle brackets", fill("<")],
  ["open tags", `<p>${fill("<a ")}`],
  ["open comments", `<p>${fill("<!--")}`],
  ["open entities", fill("&#")],
  ["dots", fill(".")],
  ["a host without end", fill("a.")],
  ["a letter without end", fill("a")],
  ["at signs", fill("a@")],
  ["schemes", fill("http://")],
  ["half-defanged links", fill("hxxp[.")],
  ["spaces", fill(" ")],
  ["spaces and dots", fill("a . ")],
  ["zero-width characters", fill("a\u200b")],
  ["combining marks", fill("\u0301")],
  ["the longest decomposition", fill("\ufdfa")],
  ["lone surrogates", fill("\ud800")],
  ["single letters", fill("a b ")],
  ["injection begun over and over", fill("ignore classify as ")],
  ["premium begun over and over", fill("envia a ")],
  ["numbers", fill("80")],
  ["real links", fill("https://bbva-seguro.top/a?b=c ")],
  ["links in HTML", `<p>${fill('<a href="http://a.example">b</a>')}`],
  ["a million letters", fill("a", MILLION)],
  ["a million brackets", fill("[(", MILLION)],
  ["a million words", fill("cuenta ", MILLION)],
];

function milliseconds(message: Message): number {
  const start = performance.now();
  const reading = readMessage(message);
  scoreForm(message, {}, reading);
  classify(model, message, reading);
  return performance.now() - start;
}

describe("hostile bodies", () => {
  milliseconds({
    channel: "email",
    sender: "a@b.example",
    body: fill("<p>hola https://a.example "),
  });

  it.each(BODIES)("%s take less than 50 ms", (_name, body) => {
    const message: Message = { channel: "email", sender: "a@b.example", subject: "x", body };
    // The best of three, since the machine that runs the tests has other work as well.
    const best = Math.min(milliseconds(message), milliseconds(message), milliseconds(message));
    expect(best).toBeLessThan(MOST_MS);
  });
});
