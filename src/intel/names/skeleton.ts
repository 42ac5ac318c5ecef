import { once } from "../../platform/index.ts";

/** Look-alikes of other alphabets: a Latin letter, then all that look like it. */
const LOOK_ALIKES =
  "aаαɑաᴀ bьƅбβ cсϲᴄ dԁɗժ eеҽєεɛҿ fƒғ gɡցɢ hһհнᏂ iіιıɩɪ jјϳյ kкκᴋ lӏⅼʟ mмᴍ " +
  "nпηոɴ oоοօσᴏө pрρϸ qԛզգ rгᴦɼ sѕꜱƽ tтτᴛ uυսцᴜμ vѵνᴠ wԝѡωաᴡш xхχ yуγүყ zᴢʐ";
/** Latin letters that Unicode does not decompose, with the plain letter that they look like. */
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

const looks = once(
  () =>
    new Map(
      LOOK_ALIKES.split(" ").flatMap(([letter = "", ...others]) =>
        others.map((other): [string, string] => [other, letter]),
      ),
    ),
);

/** A label as people see it: without marks, and with look-alikes replaced. */
export function skeletonOf(label: string): string {
  const bare = label.normalize("NFKD").replace(MARKS, "");
  const known = looks();
  return Array.from(bare, (letter) => known.get(letter) ?? LATIN[letter] ?? letter).join("");
}

const DIGITS: Readonly<Record<string, string>> = { "0": "o", "1": "l", "3": "e", "5": "s" };
const PAIRS = /rn|vv/g;
const PAIR_LETTERS: Readonly<Record<string, string>> = { rn: "m", vv: "w" };

/** The same for tricks with ASCII: digits for letters, and pairs that look like one letter. */
export function asciiSkeletonOf(label: string): string {
  return label
    .replace(/[0135]/g, (digit) => DIGITS[digit] ?? digit)
    .replace(PAIRS, (pair) => PAIR_LETTERS[pair] ?? pair);
}

const scripts = once(() => [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]);

/** Whether a label mixes alphabets that have look-alikes. */
export function mixesScripts(label: string): boolean {
  return scripts().filter((letters) => letters.test(label)).length > 1;
}
