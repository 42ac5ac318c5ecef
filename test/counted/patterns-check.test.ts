import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkPattern } from "../../src/dictionaries/patterns/index.ts";
import { native, patterns } from "../support/patterns.ts";
import { countSteps } from "../support/count-steps.ts";
import { rounds } from "../support/rounds.ts";

/** Properties over many patterns, on a machine that may be busy; the figures asserted stand apart. */
const PATIENCE = 30_000;
const ACCEPTED = [
  String.raw`\b(?:confirm|verify)\s+your\s+account\b`,
  String.raw`https?:\/\/[^\s]{1,200}\.zip`,
  String.raw`(?i)urgent.{0,40}password`,
  String.raw`[A-Z]{2}\d{2}(?: ?\d{4}){4}`,
  String.raw`^(?:\d{1,3}\.){3}\d{1,3}$`,
  String.raw`.{0,40}x`,
  String.raw`.{0,900}x`,
  String.raw`.{0,40}x.{0,40}y`,
  String.raw`.{0,100}x.{0,100}y`,
  String.raw`pay.{0,20}now.{0,20}https?://\S+`,
  String.raw`\s+pay.{0,20}now.{0,20}https?://\S+`,
  String.raw`(?:dear|dear customer).*`,
  String.raw`\s+(?:dear|dear customer).*x`,
  String.raw`(?:a|aa)a*b`,
  String.raw`\b[\w.]+@[\w.]+\.zip\b`,
  String.raw`\w+(?:\.\w+)*@\w+(?:\.\w+)+`,
  String.raw`<script[^>]*>.*?</script>`,
  String.raw`(?i)(?:password|pwd|pass)\s*[:=]\s*\S+`,
  String.raw`(?:^|\s)x(?:\s|$)`,
  String.raw`(?i)(?:transfiere|env[ií]a).{0,60}(?:urgente|inmediat[oa]).{0,60}(?:iban|cuenta)`,
  String.raw`\b(?:\d[ -]?){13,16}\b`,
  String.raw`\s{1,10}.{0,200}`,
  String.raw`\s{1,10}.*x`,
  String.raw`[^>]*href=["'][^"']*["']`,
  String.raw`[-\w.\]\[^$(){}|/😀é]\b\x2f\t`,
  String.raw`a{1000}`,
  "(?:ab){500}",
  "[a-a]",
  "x".repeat(512),
  `${"(".repeat(50)}a${")".repeat(50)}`,
];

const REFUSED: [string, string, string][] = [
  ["ambiguous", "(a+)+$", `"(a+)+"`],
  ["ambiguous", "(a|a)*b", `"(a|a)*"`],
  ["ambiguous", "(a|aa)+$", `"(a|aa)+"`],
  ["ambiguous", "(.*a){10}", `".*" and then ".*"`],
  ["ambiguous", "(.*a){3}", `".*" and then ".*"`],
  ["ambiguous", "a*a*b", `"a*" and then "a*"`],
  ["ambiguous", String.raw`(\w+\s?)*$`, String.raw`"(\w+\s?)*"`],
  ["ambiguous", "^(([a-z])+.)+[A-Z]([a-z])+$", `"(([a-z])+.)+"`],
  ["ambiguous", String.raw`\s+.*`, String.raw`bound the first, as in \s{1,10}`],
  ["ambiguous", "x*y*x*", `"x*" and then "x*"`],
  ["ambiguous", "(x+x+)+y", `"(x+x+)+"`],
  ["ambiguous", "(?:a|b|ab)*c", `"(?:a|b|ab)*"`],
  ["ambiguous", "([a-zA-Z]+)*", `"([a-zA-Z]+)*"`],
  ["ambiguous", String.raw`[^\s@]+@[^\s@]+\.[^\s@]+`, String.raw`"[^\s@]+" and then "[^\s@]+"`],
  ["ambiguous", "<a.*b.*>", `".*" and then ".*"`],
  ["ambiguous", "(?i)k*\u212a*", `"k*" and then "\u212a*"`],
  ["ambiguous", "(a?){30}a{30}", `"(a?){30}"`],
  ["ambiguous", "(.*)*", "can match nothing"],
  ["ambiguous", "(?:a?){2}", "can match nothing"],
  ["ambiguous", "(?:a|b?|c*)", "several alternatives"],
  ["ambiguous", "(?:ab|a.){20}c", `"(?:ab|a.){20}"`],
  ["ambiguous", ".{0,40}x.{0,40}y.{0,40}z.{0,40}w", "use fewer or shorter repetitions"],
  ["ambiguous", `${"a?".repeat(20)}b`, "more than 256 ways"],
  ["backreference", String.raw`(a)\1`, String.raw`"\1" at character 4`],
  ["backreference", String.raw`(a)\k<n>`, String.raw`"\k" at character 4`],
  ["lookaround", "(?=a)b", `"(?=" at character 1`],
  ["lookaround", "(?!a)b", `"(?!"`],
  ["lookaround", "x(?<=a)b", `"(?<=" at character 2`],
  ["lookaround", "(?<!a)b", `"(?<!"`],
  ["possessive", "a++", "at character 2"],
  ["possessive", "a{1,2}+", "at character 2"],
  ["possessive", "(?>a)", "an atomic group"],
  ["unicode_property", String.raw`\p{L}`, String.raw`"\p" at character 1`],
  ["too_large", "a{1001}", `"{1001}"`],
  ["too_large", "a{2,1001}", `"{2,1001}"`],
  ["too_large", "a{1001,}", `"{1001,}"`],
  ["too_large", "(?:a{50}){50}", "2500 characters"],
  ["too_large", "(?:ab){500}c", "1001 characters"],
  ["too_large", "(?:(?:a{99}){99}){99}", "9801 characters"],
  ["too_large", "x".repeat(513), "longer than 512"],
  ["too_large", `${"(".repeat(51)}a${")".repeat(51)}`, "deeper than 50"],
  ["too_large", "a?".repeat(250), "too many optional parts"],
  ["syntax", "a)", `")" at character 2`],
  ["syntax", "(a", "not closed"],
  ["syntax", "[a", "not closed"],
  ["syntax", "[]a]", `begins with "]"`],
  ["syntax", "[^]", `begins with "]"`],
  ["syntax", String.raw`[^\s\S]`, "matches no character"],
  ["syntax", "[z-a]", "from low to high"],
  ["syntax", String.raw`[\w-.]`, "from low to high"],
  ["syntax", "[a-c-e]", `bare "-"`],
  ["syntax", "[[:alpha:]]", `bare "["`],
  ["syntax", "[a&&b]", `"&&"`],
  ["syntax", "[a~~b]", `"~~"`],
  ["syntax", "*a", "nothing to repeat"],
  ["syntax", "a**", "two quantifiers"],
  ["syntax", "a{2}{3}", "two quantifiers"],
  ["syntax", "^*", "repeats the assertion"],
  ["syntax", "a{,3}", `"{" at character 2`],
  ["syntax", "a{01}", `"{" at character 2`],
  ["syntax", "a{3,1}", `"{3,1}"`],
  ["syntax", "a{0}", "repeats nothing"],
  ["syntax", "a}", `bare "}"`],
  ["syntax", "a]", `bare "]"`],
  ["syntax", "a(?i)b", 'only "(?i)" at the start'],
  ["syntax", "(?s)b", 'only "(?i)" at the start'],
  ["syntax", "(?<name>b)", "named group"],
  ["syntax", "(?P<name>b)", "named group"],
  ["syntax", String.raw`a\Z`, String.raw`"\Z" at character 2`],
  ["syntax", String.raw`a\B`, String.raw`"\B" at character 2`],
  ["syntax", String.raw`\u0041`, "write the character itself"],
  ["syntax", String.raw`\x4`, "two hex digits"],
  ["syntax", String.raw`\-`, String.raw`"\-"`],
  ["syntax", "a\\", "lone backslash"],
  ["syntax", "a\ud800", "surrogate"],
  ["empty", "casino|poker|", "without a character"],
  ["empty", "(?i)", "without a character"],
  ["empty", "()", "without a character"],
  ["empty", ".*", "without a character"],
  ["empty", "a{0,3}", "without a character"],
  ["empty", "^", "without a character"],
  ["empty", String.raw`\b`, "without a character"],
  ["empty", "^$", "without a character"],
];

describe("checkPattern", { timeout: PATIENCE }, () => {
  it.each(ACCEPTED)("accepts %s", (source) => {
    expect(checkPattern(source)).toBeUndefined();
  });

  it.each(REFUSED)("refuses as %s: %s", (reason, source, part) => {
    expect(checkPattern(source)).toMatchObject({
      reason,
      message: expect.stringContaining(part) as string,
    });
  });

  it("never throws, whatever the source", () => {
    const pieces = fc.constantFrom(
      ...Array.from("ab.^$*+?()[]{}|\\-,0129:=!<>PiuxpkdwsbBkK&~é\ud83d\ude00"),
    );
    const sources = fc.array(pieces, { maxLength: 60 }).map((all) => all.join(""));
    fc.assert(
      fc.property(fc.oneof(sources, fc.string({ unit: "binary" }), patterns), (source) => {
        const found = checkPattern(source);
        expect(found?.message ?? "accepted").not.toBe("");
      }),
      { numRuns: rounds(3_000) },
    );
  });

  it("accepts no pattern that the platform's own engine cannot parse", () => {
    const pieces = fc.constantFrom(...Array.from("ab.^$*+?()[]{}|\\-,012:=!<>Pixds"));
    const sources = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(""));
    fc.assert(
      fc.property(sources, (source) => {
        if (checkPattern(source) === undefined) expect(() => native(source)).not.toThrow();
      }),
      { numRuns: rounds(5_000) },
    );
  });
});

/** Some four times what the worst of them takes. */
const MOST_STEPS = 4_000_000;

describe("checkPattern on hostile patterns", () => {
  const fill = (piece: string): string => piece.repeat(Math.floor(512 / Array.from(piece).length));
  const pieces = ["a?", "a?b?", "(a|b|c|d)", "a*", "(a|aa)*", "(?:a|aa)a*", ".{0,9}x", "(", "\\b"];
  const more = ["(?:ab)*x?", "(?:a|b)?c*", "a{1,2}b{1,2}", "[!-\uffff]", "(?:.{0,3}x)+", "[^k]"];
  const hostile = [...pieces, ...more].map(fill);
  const dense = [
    `(?i)${"[!-\uffff]".repeat(100)}`,
    "(?:a{1,30}){1,30}",
    "(?:(?:a{1,9}){1,9}){1,9}",
    "(?:x[a-z]{0,30}){30}",
    "[a-z]{0,500}[a-z]{0,499}",
    "(?:a.{0,3}){0,200}b",
    "(?:(?:a|aa){10}b*){30}",
    "(?:.{30}x)+(?:.{29}y)+(?:.{31}z)+w",
    `(?:${"a|".repeat(120)}a){2}`,
    "(?:[ab]{0,1}x){0,400}",
  ];

  it.each([...hostile, ...dense])("judges %s in a bounded number of steps", async (source) => {
    const steps = await countSteps("/src/dictionaries/", () => checkPattern(source));
    expect(steps).toBeGreaterThan(0);
    expect(steps).toBeLessThan(MOST_STEPS);
  });
});
