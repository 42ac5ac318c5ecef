import { registrableGuess } from "../../reading/top-level.ts";
import type { Reading } from "../../reading/read-message.ts";

const MAX_TEXT = 10_000;
const MAX_LINES = 300;
const MAX_MARKUP = 20_000;
const MAX_LINKS = 60;
const WIDE_LINE = 200;
const RULE = /^([^\p{L}\p{N}\s])\1{3}/u;
const BULLET = /^(?:[*>|#+-]|\d{1,3}[.)]|[oO]\s|\[\d{1,3}\])/;
const CAPITAL_LINE = /^[A-Z][A-Z \d'&!:,-]{6,80}$/;
const MONTH =
  /\d\d?[/.-]\d\d?|jan|feb|mar|apr|abr|may|mai|jun|jul|aug|ago|sep|set|oct|out|nov|dec|dic|dez/i;
const NAMED = /^"?\p{L}{1,20} \p{L}[\p{L}.]{0,20}(?: \p{L}{1,20})?"?\s?</u;
/** Read behind the last character, so that the last word ends too. */
const SPACE = 32;
/** Signs that are counted, each by itself. */
const SIGNS = "!$?%():;{}_*=\"'/";

/**
 * Returns names that tell how a mail is laid out, whatever it says: its lines, signs and capitals, its
 * subject and sender line.
 */
export function layoutOf(reading: Reading): Set<string> {
  const { message } = reading;
  const names = new Set<string>();
  const text = reading.text.slice(0, MAX_TEXT);
  addLines(text, names);
  addSigns(text, names);
  const { body, sender } = message;
  names.add(`text:${step(reading.text.length)}`).add(`body:${step(body.length)}`);
  names.add(`markup-share:${step(body.length / (reading.text.length + 1))}`);
  names.add(`images:${step(body.slice(0, MAX_MARKUP).split(/<img/i).length - 1)}`);
  addSubject(message.subject ?? "", names);
  names.add(`named:${NAMED.test(sender)}`).add(`bare-address:${!sender.includes("<")}`);
  const host = /@([\w.-]{1,255})/.exec(sender.toLowerCase())?.[1];
  const own = host === undefined ? "" : registrableGuess(host);
  const stem = own.split(".")[0] ?? "";
  if (stem !== "") names.add(`names-itself:${text.toLowerCase().includes(stem)}`);
  addHosts(reading, own, names);
  return names;
}

function addLines(text: string, names: Set<string>): void {
  const lines = text.split("\n");
  const full = lines.map((line) => line.trim()).filter((line) => line !== "");
  const widest = full.reduce((most, line) => Math.max(most, line.length), 0);
  const total = full.reduce((sum, line) => sum + line.length, 0);
  names.add(`lines:${step(lines.length)}`);
  names.add(`widest:${widest > WIDE_LINE ? "over" : widest >> 3}`);
  names.add(`mean:${(total / Math.max(full.length, 1)) >> 3}`);
  names.add(`blank:${Math.round((8 * (lines.length - full.length)) / lines.length)}`);
  for (const line of full.slice(0, MAX_LINES)) {
    const rule = RULE.exec(line)?.[1];
    if (rule !== undefined) names.add(`rule:${rule}`);
    const bullet = BULLET.exec(line)?.[0];
    if (bullet !== undefined) names.add(`bullet:${bullet.replace(/\d+/, "0").trim()}`);
    if (CAPITAL_LINE.test(line)) names.add("capital-line");
  }
}

function addSigns(text: string, names: Set<string>): void {
  const { signs, numbers, words, shouted } = countSigns(text);
  names.add(`shouted:${step(shouted)}`);
  names.add(`shouted-share:${Math.round((20 * shouted) / (words + 1))}`);
  const add = (name: string, count: number) => {
    names.add(`${name}:${step(count)}`);
    names.add(`${name}-share:${Math.round(Math.log2(1 + (1000 * count) / (text.length + 1)))}`);
  };
  add("numbers", numbers);
  for (const sign of SIGNS) add(`sign ${sign}`, signs[sign.charCodeAt(0)] ?? 0);
}

/**
 * Counts signs, numbers and words. A word is shouted if it has three characters or more, all capitals.
 */
function countSigns(text: string) {
  const signs = new Uint32Array(128);
  let numbers = 0;
  let words = 0;
  let shouted = 0;
  let capitals = 0;
  let inside = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : SPACE;
    const digit = code >= 48 && code <= 57;
    const capital = code >= 65 && code <= 90;
    if (code < 128) signs[code] = (signs[code] ?? 0) + 1;
    if (digit || capital || (code >= 97 && code <= 122)) {
      if (inside === 0 && digit) numbers++;
      inside++;
      if (capital) capitals++;
      continue;
    }
    if (inside > 0) words++;
    if (inside >= 3 && capitals === inside) shouted++;
    inside = 0;
    capitals = 0;
  }
  return { signs, numbers, words, shouted };
}

function addSubject(subject: string, names: Set<string>): void {
  names.add(`answer:${/^(?:re|fwd?|rv|res|enc)\s?:/i.test(subject)}`);
  names.add(`tagged:${/\[[^\]]{1,40}\]/.test(subject)}`);
  names.add(`dated:${MONTH.test(subject)}`);
  names.add(`subject:${step(subject.length)}`);
}

/** Adds how many places a mail links to, and whether its sender's own is among them. */
function addHosts({ links }: Reading, own: string, names: Set<string>): void {
  const hosts = new Set(links.slice(0, MAX_LINKS).map(({ host }) => registrableGuess(host)));
  names.add(`places:${Math.min(8, hosts.size)}`).add(`all-links:${step(links.length)}`);
  if (own === "" || hosts.size === 0) return;
  names.add(`home:${hosts.has(own) ? (hosts.size === 1 ? "only" : "some") : "never"}`);
}

/** Returns the step of a count: the steps double. */
function step(count: number): number {
  return count <= 0 ? 0 : Math.ceil(Math.log2(count + 1));
}
