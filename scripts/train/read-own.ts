import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Channel, Message } from "../../src/inspection/reading/read-message.ts";
import { Filler, readFragments, type Fragments } from "./fill.ts";
import { hashText } from "../../src/inspection/model/hash.ts";
import { seeded, type Random } from "./random.ts";
import type { Label, Sample } from "./samples.ts";
import { sharesMore, shingles } from "./shingles.ts";

const CORPUS = join(import.meta.dirname, "../../corpus");
/** The languages that the model is made for: with fragments and surroundings. */
export const OWN_LANGUAGES = ["es", "pt", "en"] as const;
/** Languages that the model has not learned, with scenarios to judge it by. */
export const OTHER_LANGUAGES = "fr de it nl pl ro sv tr ru uk el ar he zh ja ko".split(" ");
const CHANNELS: Channel[] = ["sms", "whatsapp", "email"];
const LABELS: Label[] = ["clean", "spam", "phishing"];
const VARIANTS = 10;
/** A variant that shares more than this with a kept one says nothing new and is dropped. */
const MOST_SHARED = 0.75;
const HTML_SHARE = 0.3;
const PLAIN_SHARE = 0.25;
const NO_FRAGMENTS: Fragments = new Map();

interface Scenario {
  lang: string;
  channel: Channel;
  label: Label;
  text: string;
}

/**
 * Reads the project's own scenarios, which are written by hand with alternatives; see corpus/README.md.
 */
function readScenarios(languages: readonly string[], prefix = ""): Scenario[] {
  const found: Scenario[] = [];
  for (const lang of languages)
    for (const channel of CHANNELS)
      for (const label of LABELS) {
        const file = join(CORPUS, lang, `${prefix}${channel}-${label}.txt`);
        if (!existsSync(file)) continue;
        const texts = readFileSync(file, "utf8")
          .trim()
          .split(/\n\s*\n/);
        for (const text of texts) found.push({ lang, channel, label, text });
      }
  return found;
}

/** Writes every scenario in a few variants that differ. The variants of one scenario are one group. */
export function readOwn(): Sample[] {
  return write(readScenarios(OWN_LANGUAGES));
}

/** Writes the scenarios that no training may see, so that they go on judging it. */
export function readUnseen(): Sample[] {
  return write(readScenarios(OWN_LANGUAGES, "unseen-"));
}

function write(scenarios: readonly Scenario[]): Sample[] {
  const samples: Sample[] = [];
  for (const lang of new Set(scenarios.map((each) => each.lang))) {
    const fragments = fragmentsOf(lang);
    for (const scenario of scenarios.filter((each) => each.lang === lang)) {
      const random = seeded(hashText(scenario.text));
      const kept: Set<string>[] = [];
      for (let i = 0; i < VARIANTS; i++) {
        const text = new Filler(random, lang, fragments).fill(scenario.text);
        const own = shingles(text);
        if (kept.some((other) => sharesMore(own, other, MOST_SHARED))) continue;
        kept.push(own);
        samples.push({
          message: messageOf(scenario, text, random),
          label: scenario.label,
          set: "own",
          lang,
          group: scenario.text,
        });
      }
    }
  }
  return samples;
}

/** Other languages have no fragments; their scenarios name everything themselves. */
function fragmentsOf(lang: string): Fragments {
  const file = join(CORPUS, lang, "fragments.txt");
  return existsSync(file) ? readFragments(readFileSync(file, "utf8")) : NO_FRAGMENTS;
}

function messageOf(scenario: Scenario, text: string, random: Random): Message {
  if (scenario.channel !== "email")
    return { channel: scenario.channel, sender: "", body: restyle(text, random) };
  const [from = "", subject = "", ...body] = text.split("\n");
  const plain = body.join("\n");
  return {
    channel: "email",
    sender: from.replace("From: ", ""),
    subject: subject.replace("Subject: ", ""),
    body: random() < HTML_SHARE ? asHtml(plain) : plain,
  };
}

/**
 * Leaves accents out of some messages, as people and machines do in short ones, and capitals out of a
 * few.
 */
function restyle(text: string, random: Random): string {
  const plain =
    random() < PLAIN_SHARE
      ? text
          .normalize("NFD")
          .replace(/[\u0300-\u036f¿¡]/g, "")
          .normalize("NFC")
      : text;
  return random() < 0.06 ? plain.toLowerCase() : plain;
}

function asHtml(text: string): string {
  const linked = text.replace(
    /https?:\/\/\S+/g,
    (url) => `<a href="${url.replace(/[.,]$/, "")}">${url}</a>`,
  );
  return `<html><body><div>${linked.replaceAll("\n", "<br>")}</div></body></html>`;
}

export function readPresentDay(): Sample[] {
  return readLines("present-day");
}

/** Writes the scenarios in other languages. */
export function readOtherScenarios(): Sample[] {
  return write(readScenarios(OTHER_LANGUAGES, "unseen-"));
}

/** Reads messages in those languages and three more, by another writer than the scenarios. */
export function readOtherLanguages(): Sample[] {
  return readLines("other-languages");
}

function readLines(set: string): Sample[] {
  const lines = readFileSync(join(CORPUS, `${set}.jsonl`), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const { label, lang, ...message } = JSON.parse(line) as Message & {
      label: Label;
      lang: string;
    };
    return { message, label, lang, set, group: message.body };
  });
}

export function galicianSentences(): string[] {
  const text = readFileSync(join(CORPUS, "gl/sentences.txt"), "utf8");
  return text
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("#"));
}
