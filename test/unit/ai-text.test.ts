import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutChunks } from "../../src/ai/knowledge/chunk.ts";
import { editsBetween } from "../../src/ai/knowledge/correct-terms.ts";
import { guessLanguage } from "../../src/ai/text/guess-language.ts";
import { splitSentences } from "../../src/ai/text/split-sentences.ts";
import { stemEnglish } from "../../src/ai/text/stem-english.ts";
import { stemSpanish } from "../../src/ai/text/stem-spanish.ts";
import { tokenise } from "../../src/ai/text/tokenise.ts";

describe("stemEnglish", () => {
  it.each([
    ["consist", "consistency", "consistently"],
    ["knock", "knocked", "knocking"],
    ["rotat", "rotate", "rotating", "rotation"],
    ["hope", "hoping", "hoped"],
    ["hop", "hopped", "hopping"],
    ["cri", "cries", "cried"],
    ["generous", "generously", "generous"],
  ])("%s", (stem, ...words) => {
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
  ])("%s", (stem, ...words) => {
    for (const word of words) expect(stemSpanish(word)).toBe(stem);
  });
});

describe("guessLanguage", () => {
  it.each([
    ["es", "cuantas licencias quedan"],
    ["es", "¿Quién no tiene MFA?"],
    ["en", "how many licenses are left"],
    ["en", "who has no MFA"],
  ])("%s: %s", (language, text) => expect(guessLanguage(text)).toBe(language));
});

describe("splitSentences", () => {
  it("knows abbreviations, figures and Spanish openings", () => {
    const text = "El Sr. Pérez pagó 3.5 euros. ¿Qué compró? Nada.\n\nFin";
    const found = splitSentences(text).map(({ start, end }) => text.slice(start, end));
    expect(found).toEqual(["El Sr. Pérez pagó 3.5 euros.", "¿Qué compró?", "Nada.", "Fin"]);
  });
});

describe("tokenise", () => {
  it("keeps the place of each word, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        let before = 0;
        for (const { start, end } of tokenise(text)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
      }),
    );
  });
});

describe("cutChunks", () => {
  const words = fc.array(fc.constantFrom("uno", "dos.", "Tres", "\n", "# Título\n", "¿Qué?"), {
    maxLength: 900,
  });

  it("covers every letter that is no heading, in pieces of at most 900", () => {
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

  it("repeats one sentence and says the headings above", () => {
    const sentence = `Una ${"palabra ".repeat(24)}fin.`;
    const text = `# Uno\n## Dos\n${Array.from({ length: 9 }, () => sentence).join(" ")}`;
    const chunks = cutChunks(text);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.every(({ heading }) => heading === "Uno > Dos")).toBe(true);
    const [first, second] = chunks;
    expect((first?.end ?? 0) - (second?.start ?? 0)).toBe(sentence.length);
  });
});

describe("editsBetween", () => {
  it.each([
    ["clave", "clave", 0],
    ["calve", "clave", 1],
    ["clav", "clave", 1],
    ["certifcado", "certificado", 1],
    ["gato", "perro", 3],
  ])("%s and %s: %i", (one, other, edits) => expect(editsBetween(one, other, 2)).toBe(edits));
});
