import { pick, type Random } from "./random.ts";
import type { Part, WritePart } from "./read-around.ts";
import type { Sample } from "./samples.ts";

const HEADS: readonly (readonly Part[])[] = [[], [], ["greeting"], ["greeting"], ["reply"]];
const TAILS: readonly (readonly Part[])[] = [
  ["signature"],
  ["notice"],
  ["footer"],
  ["thread"],
  ["signature", "notice"],
  ["signature", "notice"],
  ["signature", "notice", "notice"],
  ["signature", "thread"],
  ["signature", "notice", "thread"],
  ["footer", "notice"],
];
/** The share of replies that mark each line of the mail that they quote. */
const MARKED_SHARE = 0.5;
const IS_HTML = /<\/?(?:html|body|div|br|p|table)\b/i;
const HTML_START = /^(?:\s|<!doctype[^>]*>|<(?:html|body|div)\b[^>]*>)*/i;
const HTML_END = /(?:\s|<\/(?:html|body|div)>)*$/i;

/** Makes a copy with what honest mails have around: greeting, signature, notices, quoted mails. */
export function surround(sample: Sample, write: WritePart, random: Random): Sample {
  const { message, lang } = sample;
  const heads = pick(random, HEADS);
  const marks = heads.includes("reply") && random() < MARKED_SHARE;
  const texts = (parts: readonly Part[]) =>
    parts.flatMap((part) => write(lang, part, random) ?? []).join("\n\n");
  const before = texts(heads);
  const body = setAround(message.body, before, texts(pick(random, TAILS)), marks);
  return { ...sample, message: { ...message, body } };
}

/** Puts texts before and behind a body, as markup if it is such; `marks` quotes a plain body. */
export function setAround(body: string, before = "", behind = "", marks = false): string {
  if (!IS_HTML.test(body)) {
    const middle = marks ? body.replace(/^/gm, "> ") : body;
    return [before, middle, behind].filter((text) => text !== "").join("\n\n");
  }
  const start = HTML_START.exec(body)?.[0].length ?? 0;
  const end = body.length - (HTML_END.exec(body.slice(start))?.[0].length ?? 0);
  const middle = [asMarkup(before), body.slice(start, end), asMarkup(behind)];
  return (
    body.slice(0, start) + middle.filter((text) => text !== "").join("<br><br>") + body.slice(end)
  );
}

function asMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "<br>");
}
