import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutChunks } from "../../src/ai/knowledge/chunk.ts";
import { writeExpression } from "../../src/ai/knowledge/search/find-candidates.ts";
import { lookFor } from "../../src/ai/knowledge/search/look-for.ts";
import { weighEvidence } from "../../src/ai/knowledge/search/weigh-evidence.ts";
import { editsBetween } from "../../src/ai/knowledge/search/correct-terms.ts";
import { decodeEntities } from "../../src/ai/text/decode-entities.ts";
import {
  ENGLISH_QUESTIONS,
  PORTUGUESE_QUESTIONS,
  SPANISH_QUESTIONS,
} from "../support/short-questions.ts";
import { guessLanguage, knownLanguage } from "../../src/ai/text/guess-language.ts";
import { splitSentences } from "../../src/ai/text/split-sentences.ts";
import { stemEnglish } from "../../src/ai/text/stem-english.ts";
import { stemSpanish } from "../../src/ai/text/stem-spanish.ts";
import { writeReading } from "../../src/ai/text/write-reading.ts";
import { tokenise } from "../../src/ai/text/tokenise.ts";
import { hasUnspaced } from "../../src/ai/text/unspaced.ts";
import { rounds } from "../support/rounds.ts";

describe("stemEnglish", () => {
  it.each([
    ["consist", "consistency", "consistently"],
    ["knock", "knocked", "knocking"],
    ["rotat", "rotate", "rotating", "rotation"],
    ["hope", "hoping", "hoped"],
    ["hop", "hopped", "hopping"],
    ["cri", "cries", "cried"],
    ["generous", "generously", "generous"],
    ["constructor", "constructor", "constructors"],
  ])("returns %s for each form of the word", (stem, ...words) => {
    for (const word of words) expect(stemEnglish(word)).toBe(stem);
  });
});

describe("stemSpanish", () => {
  it.each([
    ["chic", "chica", "chicas", "chico", "chicos"],
    ["cifr", "cifrar", "cifrado", "cifrados", "cifrando"],
    ["servici", "servicio", "servicios"],
    ["rotacion", "rotacion", "rotaciones"],
    ["rapid", "rapidamente"],
    ["licenc", "licencia", "licencias"],
  ])("returns %s for each form of the word", (stem, ...words) => {
    for (const word of words) expect(stemSpanish(word)).toBe(stem);
  });
});

describe("a stem", () => {
  it("begins like its word, with y read as i, since a search looks for similar terms there", () => {
    const letters = fc.string({
      unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz".split("")),
      minLength: 3,
      maxLength: 12,
    });
    const ending = fc.constantFrom("", "s", "ies", "ying", "ed", "ization", "encia", "lo", "mente");
    const start = (word: string, letters = 2) => word.slice(0, letters).replaceAll("y", "i");
    fc.assert(
      fc.property(letters, ending, (root, end) => {
        const word = root + end;
        for (const stem of [stemEnglish(word), stemSpanish(word)]) {
          if (stem.length > 3) expect(start(stem, 3)).toBe(start(word, 3));
          else if (stem.length > 1) expect(start(stem)).toBe(start(word));
          else expect(stem).toBe(word.slice(0, stem.length));
        }
      }),
      { numRuns: rounds(2_000) },
    );
    for (const word of ["skies", "dying", "lying", "tying", "idly"]) {
      expect(start(stemEnglish(word))).toBe(start(word));
    }
  });
});

describe("weighEvidence", () => {
  const query = {
    text: "key rotation",
    language: "en" as const,
    terms: [
      { term: "key", weight: 2, found: true },
      { term: "rotat", weight: 3, found: true },
    ],
    wanted: [],
    totals: { chunks: 1, words: 1 },
    words: [],
    corrections: new Map(),
    corrected: undefined,
  };
  const weigh = (title: string, text: string) =>
    weighEvidence(lookFor(query), writeReading(title, text), "en");

  it.each([
    ["both words together", "", "The keys rotate.", { coverage: 1, sentence: 1, pairs: 0.4 }],
    ["a function word between the words", "", "A key is rotated.", { coverage: 1, pairs: 0.4 }],
    ["another word between the words", "", "A key soon rotates.", { coverage: 1, pairs: 0 }],
    [
      "the words in two sentences",
      "",
      "A key. It rotates.",
      { coverage: 1, sentence: 0.6, pairs: 0 },
    ],
    ["one word in the title", "Key", "It rotates.", { coverage: 1, sentence: 0.6, pairs: 0 }],
    ["neither word", "", "A door.", { coverage: 0, sentence: 0, pairs: 0, gramShare: 0 }],
  ])("weighs %s", (_case, title, text, expected) => {
    expect(weigh(title, text)).toMatchObject(expected);
  });

  it("counts 4-grams within words and at their edges, none across a blank", () => {
    const { grams, gramShare } = weigh("", "Key, rotation.");
    expect(gramShare).toBe(1);
    expect([...grams].reduce((sum, count) => sum + count, 0)).toBe(" key ".length - 3 + 7);
  });
});

describe("writeExpression", () => {
  const wanted = (...counts: number[]) => counts.map((count, at) => ({ term: `t${at}`, count }));

  it.each([
    ["all terms if they are rare", [10, 20], '"t0" OR "t1"', true],
    [
      "the rare terms, or two of the frequent ones together",
      [50_000, 10, 40_000, 60_000],
      '"t1" OR ("t2" AND ("t0" OR "t3"))',
      false,
    ],
    ["the rare term alone", [10, 90_000], '"t0"', false],
    ["the only term", [90_000], '"t0"', false],
  ])("matches %s", (_case, counts, expression, all) => {
    expect(writeExpression(wanted(...counts))).toEqual({ expression, all });
  });

  it("quotes every term, so that its text is never an operator", () => {
    const term = fc.record({ term: fc.string({ unit: "binary" }), count: fc.nat(100_000) });
    fc.assert(
      fc.property(fc.array(term, { minLength: 1 }), (terms) => {
        const { expression } = writeExpression(terms);
        const outside = expression.replaceAll(/"[^"]*"/g, "");
        expect(outside).toMatch(/^(?: OR | AND |[()])*$/);
      }),
    );
  });
});

describe("knownLanguage", () => {
  it.each([
    ["es", "es-MX"],
    ["en", "EN_gb"],
    ["es", "pt-BR"],
    [undefined, "fr"],
    [undefined, undefined],
  ])("returns %s for the tag %s", (language, tag) => expect(knownLanguage(tag)).toBe(language));
});

describe("guessLanguage", () => {
  it.each([
    ["es", "cuantas licencias quedan"],
    ["es", "¿Quién no tiene MFA?"],
    ["en", "how many licenses are left"],
    ["en", "who has no MFA"],
    ["en", "paid leave days"],
    ["en", "office hours"],
    ["es", "cambiar clave vpn"],
  ])("returns %s for: %s", (language, text) => expect(guessLanguage(text)).toBe(language));

  it.each([
    ["es", "Spanish", SPANISH_QUESTIONS, 1],
    ["en", "English", ENGLISH_QUESTIONS, 2],
    ["es", "Portuguese", PORTUGUESE_QUESTIONS, 2],
  ])("returns %s for nearly all short questions in %s", (language, _name, questions, most) => {
    const missed = questions.filter((text) => guessLanguage(text) !== language);
    expect(missed.length, missed.join(", ")).toBeLessThanOrEqual(most);
  });
});

describe("splitSentences", () => {
  it("does not split at abbreviations and figures, and keeps Spanish opening marks", () => {
    const text = "El Sr. Pérez pagó 3.5 euros. ¿Qué compró? Nada.\n\nFin";
    const found = splitSentences(text).map(({ start, end }) => text.slice(start, end));
    expect(found).toEqual(["El Sr. Pérez pagó 3.5 euros.", "¿Qué compró?", "Nada.", "Fin"]);
  });
});

describe("tokenise", () => {
  it("returns the words of any text in order, with their positions", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        let before = { start: -1, end: 0 };
        for (const { start, end } of tokenise(text)) {
          // Pairs of letters overlap by one where nothing parts words.
          const overlaps = hasUnspaced(text.slice(start, before.end));
          expect(start).toBeGreaterThanOrEqual(overlaps ? before.start + 1 : before.end);
          expect(end).toBeGreaterThan(overlaps ? before.end : start);
          before = { start, end };
        }
      }),
      { examples: [["ぁ㐀𠀀"], ["日本語の文"], ["ab 日本語 cd"]] },
    );
  });
});

describe("cutChunks", () => {
  const words = fc.array(fc.constantFrom("uno", "dos.", "Tres", "\n", "# Título\n", "¿Qué?"), {
    maxLength: 900,
  });

  it("covers all text except headings, in pieces of at most 900 characters", () => {
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join(" ");
        const seen = new Set<number>();
        for (const { start, end } of cutChunks(text)) {
          expect(end - start).toBeLessThanOrEqual(900);
          for (let at = start; at < end; at += 1) seen.add(at);
        }
        for (const { start, end } of splitSentences(text)) {
          if (text.slice(start, end).startsWith("#")) continue;
          expect(seen.has(start) && seen.has(end - 1)).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("repeats one sentence in the next piece, and gives each piece the headings above it", () => {
    const sentence = `Una ${"palabra ".repeat(24)}fin.`;
    const text = `# Uno\n## Dos\n${Array.from({ length: 9 }, () => sentence).join(" ")}`;
    const chunks = cutChunks(text);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.every(({ heading }) => heading === "Uno > Dos")).toBe(true);
    const [first, second] = chunks;
    expect((first?.end ?? 0) - (second?.start ?? 0)).toBe(sentence.length);
  });
});

describe("a line that begins like a heading", () => {
  const below = "El equipo de red trabaja en Oporto.";

  it("is a heading of its pieces if it has 300 characters", () => {
    const title = "a".repeat(300);
    expect(cutChunks(`# ${title}\n${below}`).map(({ heading }) => heading)).toEqual([title]);
  });

  it("is text if it has 24,000 characters, so that its pieces do not repeat it", () => {
    const text = `# ${"palabra ".repeat(3_000)}\n${`${below} `.repeat(600)}`;
    const chunks = cutChunks(text);
    expect(chunks.every(({ heading }) => heading === "")).toBe(true);
    expect(chunks[0]).toMatchObject({ start: 0 });
  });
});

describe("a heading without text below it", () => {
  const told = (text: string) =>
    cutChunks(text).map(({ start, end, heading }) => [heading, text.slice(start, end)]);

  it("is a piece of its own, under the headings above it", () => {
    expect(told("# Help\n## Desk 555 1234\n## Post\nBy the door.\n# Closed on Mondays")).toEqual([
      ["Help", "Desk 555 1234"],
      ["Help > Post", "By the door."],
      ["", "Closed on Mondays"],
    ]);
  });

  it("is only a heading of the deeper heading that follows it", () => {
    expect(told("# Help\n## Desk\n### Night")).toEqual([["Help > Desk", "Night"]]);
  });
});

describe("editsBetween", () => {
  it.each([
    ["clave", "clave", 0],
    ["calve", "clave", 1],
    ["clav", "clave", 1],
    ["certifcado", "certificado", 1],
    ["gato", "perro", 3],
  ])("counts the edits between %s and %s: %i", (one, other, edits) =>
    expect(editsBetween(one, other, 2)).toBe(edits),
  );
});

describe("an entity", () => {
  it("is decoded by its exact letters, or by a number up to the highest code point", () => {
    expect(decodeEntities("&sol;&Sol;&NewLine;&newline;")).toBe("/&Sol;\n&newline;");
    expect(decodeEntities("a&ZeroWidthSpace;b")).toBe("a\u200bb");
    expect(decodeEntities("a&#x10ffff;&#1114112;&#0;b")).toBe("a\u{10ffff}  b");
    expect(decodeEntities("a&#xd800;b")).toBe("a\ufffdb");
  });

  it.each([
    ["an invisible character", "P&zwj;ay&it;P&NegativeThinSpace;al", "P\u200day\u2062P\u200bal"],
    ["a letter of another alphabet", "P&acy;yPal &Pcy;&Rcy;", "P\u0430yPal &Pcy;\u0420"],
    ["a letter in another style", "&Popf;&ascr;&yfr;Pal", "PayPal"],
    [
      "a sign or letter common in mails",
      "it&rsquo;s &ldquo;x&rdquo; K&ouml;ln",
      "it\u2019s \u201cx\u201d Köln",
    ],
    ["a sign under another of its names", "&lbrace;&vert;&Hat;&hyphen;", "{|^\u2010"],
  ])("is decoded if it is %s", (_what, written, read) =>
    expect(decodeEntities(written)).toBe(read),
  );

  it("with an old name needs no semicolon, except in the query of an address", () => {
    expect(decodeEntities("P&shyayP&shyal contrase&ntildea&nbsp;&Aacutex")).toBe(
      "P\u00adayP\u00adal contrase\u00f1a \u00c1x",
    );
    const address = "https://a.example/?b=1&shy=2&nbspx=3&copy=4&ampx&order=5";
    expect(decodeEntities(address)).toBe(address);
  });
});
