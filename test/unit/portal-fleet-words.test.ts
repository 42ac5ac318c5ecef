import { describe, expect, it } from "vitest";
import { CERTIFICATE_STATUSES } from "../../src/certificates/renewal-window.ts";
import { REASONS, STATES } from "../../src/fleet/effective-state.ts";
import { certificateWords, reasonWords, stateWords } from "../../src/portal/fleet/words.ts";

const SETS = [
  ["states", STATES, stateWords],
  ["reasons", REASONS, reasonWords],
  ["certificates' states", CERTIFICATE_STATUSES, certificateWords],
] as const;

describe("the words of the fleet's pages for an agent", () => {
  it.each(SETS)("%s: each has words in English and others in Spanish", (_, values, words) => {
    const en: Record<string, string> = words.en;
    const es: Record<string, string> = words.es;
    expect(Object.keys(en).toSorted()).toEqual(values.toSorted());
    expect(Object.keys(es).toSorted()).toEqual(values.toSorted());
    for (const value of values) {
      expect(es[value]).toMatch(/^[\p{L} ]+$/u);
      expect(en[value]).toMatch(/^[\p{L} ]+$/u);
      expect(es[value]).not.toBe(en[value]);
    }
  });
});
