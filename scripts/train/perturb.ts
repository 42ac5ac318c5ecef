import type { Message } from "../../src/inspection/reading/read-message.ts";
import { pick, type Random } from "./random.ts";

export const EVASIONS = [
  "look-alike",
  "zero-width",
  "spacing",
  "leet",
  "defanged",
  "broken",
  "mistyped",
  "capitals",
] as const;
export type Evasion = (typeof EVASIONS)[number];

const TWINS: Record<string, string> = {
  a: "аɑα",
  e: "еε",
  o: "оοσ",
  i: "іι",
  c: "с",
  p: "рρ",
  x: "х",
  y: "у",
  s: "ѕ",
  n: "п",
  A: "А",
  B: "В",
  E: "Е",
  H: "Н",
  M: "М",
  O: "О",
  T: "Т",
  P: "Р",
  C: "С",
};
const LEET: Record<string, string> = { a: "4@", e: "3", i: "1", o: "0", s: "5$", t: "7" };
const INVISIBLE = ["\u200b", "\u200c", "\u2060", "\u00ad", "\ufeff"];
const URL_PATTERN =
  /(?:https?:\/\/|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|net|info|top|xyz|site|online|shop|club|vip|live|ly|me|org|bet|store|win|cc|click|help|icu|dev|app)(?:\/\S*)?/gi;

const LONG_WORD = /\p{L}{4,}/gu;

/** Makes a copy of the message as somebody who evades filters would write it. */
export function perturb(message: Message, evasion: Evasion, random: Random): Message {
  const change = (text: string) =>
    evasion === "defanged"
      ? defang(text, random)
      : outsideLinks(text, (part) => CHANGES[evasion](part, random));
  return {
    ...message,
    body: change(message.body),
    ...(message.subject === undefined ? {} : { subject: change(message.subject) }),
  };
}

const CHANGES: Record<Exclude<Evasion, "defanged">, (text: string, random: Random) => string> = {
  "look-alike": (text, random) =>
    text.replace(/\p{L}/gu, (letter) => {
      const twins = TWINS[letter];
      return twins !== undefined && random() < 0.5 ? pick(random, Array.from(twins)) : letter;
    }),
  "zero-width": (text, random) =>
    text.replace(/(?<=\p{L})(?=\p{L})/gu, () => (random() < 0.25 ? pick(random, INVISIBLE) : "")),
  spacing: (text, random) =>
    text.replace(/\p{L}{4,}/gu, (word) =>
      random() < 0.35 ? Array.from(word).join(pick(random, [" ", ".", " ", "-"])) : word,
    ),
  broken: (text, random) => text.replace(LONG_WORD, (word) => breakWord(word, random)),
  mistyped: (text, random) => text.replace(LONG_WORD, (word) => mistype(word, random)),
  capitals: (text) => text.toUpperCase(),
  leet: (text, random) =>
    text.replace(/\p{L}{3,}/gu, (word) =>
      random() < 0.6
        ? word.replace(/[aeiost]/gi, (letter) =>
            random() < 0.6
              ? pick(random, Array.from(LEET[letter.toLowerCase()] ?? letter))
              : letter,
          )
        : word,
    ),
};

function outsideLinks(text: string, change: (part: string) => string): string {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(URL_PATTERN)) {
    parts.push(change(text.slice(from, match.index)), match[0]);
    from = match.index + match[0].length;
  }
  parts.push(change(text.slice(from)));
  return parts.join("");
}

function defang(text: string, random: Random): string {
  const dot = pick(random, ["[.]", "(.)", "[dot]", "{.}"]);
  return text.replace(URL_PATTERN, (url) => url.replace(/^http/i, "hxxp").replaceAll(".", dot));
}

/** Puts a sign into about every second long word. */
function breakWord(word: string, random: Random): string {
  if (random() < 0.5) return word;
  const at = 1 + Math.floor(random() * (word.length - 1));
  return word.slice(0, at) + pick(random, ["-", ".", "*", "_", " "]) + word.slice(at);
}

/** Leaves a letter out of about every second long word, doubles it, or swaps it with the next. */
function mistype(word: string, random: Random): string {
  if (random() < 0.5) return word;
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [letter = "", next = ""] = word.slice(at, at + 2);
  const middle = pick(random, [next, letter + letter + next, next + letter]);
  return word.slice(0, at) + middle + word.slice(at + 2);
}
