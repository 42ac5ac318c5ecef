/** Letters of other alphabets that look like one of ours: ours, then all that pass for it. */
const LOOK_ALIKES: readonly (readonly [letter: string, others: string])[] = [
  ["a", "аαɑաᴀ"],
  ["b", "ьƅбβ"],
  ["c", "сϲᴄ"],
  ["d", "ԁɗժ"],
  ["e", "еҽєεɛҿ"],
  ["f", "ƒғ"],
  ["g", "ɡցɢ"],
  ["h", "һհнᏂ"],
  ["i", "іιıɩɪ"],
  ["j", "јϳյ"],
  ["k", "кκᴋ"],
  ["l", "ӏⅼʟ"],
  ["m", "мᴍ"],
  ["n", "пηոɴ"],
  ["o", "оοօσᴏө"],
  ["p", "рρϸ"],
  ["q", "ԛզգ"],
  ["r", "гᴦɼ"],
  ["s", "ѕꜱƽ"],
  ["t", "тτᴛ"],
  ["u", "υսцᴜμ"],
  ["v", "ѵνᴠ"],
  ["w", "ԝѡωաᴡш"],
  ["x", "хχ"],
  ["y", "уγүყ"],
  ["z", "ᴢʐ"],
];
/** Latin letters that lose nothing by decomposition but are read as one of ours. */
const LATIN: Readonly<Record<string, string>> = {
  ł: "l",
  đ: "d",
  ø: "o",
  ŧ: "t",
  ħ: "h",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "p",
  ð: "d",
};
const MARKS = /\p{M}/gu;

const looks = new Map(
  LOOK_ALIKES.flatMap(([letter, others]) =>
    Array.from(others, (other): [string, string] => [other, letter]),
  ),
);

/** A label as the eye takes it: marks taken off, look-alikes replaced by the letter they pass for. */
export function skeletonOf(label: string): string {
  const bare = label.normalize("NFKD").replace(MARKS, "");
  return Array.from(bare, (letter) => looks.get(letter) ?? LATIN[letter] ?? letter).join("");
}

const DIGITS: Readonly<Record<string, string>> = { "0": "o", "1": "l", "3": "e", "5": "s" };
const PAIRS = /rn|vv/g;
const PAIR_LETTERS: Readonly<Record<string, string>> = { rn: "m", vv: "w" };

/** The same for tricks within ASCII: digits for letters, pairs that read as one. */
export function asciiSkeletonOf(label: string): string {
  return label
    .replace(/[0135]/g, (digit) => DIGITS[digit] ?? digit)
    .replace(PAIRS, (pair) => PAIR_LETTERS[pair] ?? pair);
}

const SCRIPTS: readonly (readonly [name: string, letters: RegExp])[] = [
  ["latin", /\p{Script=Latin}/u],
  ["cyrillic", /\p{Script=Cyrillic}/u],
  ["greek", /\p{Script=Greek}/u],
  ["armenian", /\p{Script=Armenian}/u],
  ["cherokee", /\p{Script=Cherokee}/u],
];

/** Whether letters of alphabets that look alike stand together in one label. */
export function mixesScripts(label: string): boolean {
  return SCRIPTS.filter(([, letters]) => letters.test(label)).length > 1;
}
