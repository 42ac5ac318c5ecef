import { serialize } from "node:v8";
import { describe, expect, it } from "vitest";
import { normaliseEntries } from "../../src/dictionaries/normalise-entries.ts";
import type { CompiledPattern } from "../../src/dictionaries/patterns/index.ts";
import type { DictionaryRow } from "../../src/dictionaries/store.ts";
import { isRefusal } from "../../src/http/index.ts";
import { compileDictionary } from "../../src/inspection/dictionaries/compile-dictionary.ts";
import { findMatches } from "../../src/inspection/dictionaries/find-matches.ts";
import { readMessage, type Message } from "../../src/inspection/reading/read-message.ts";

const sms = (body: string): Message => ({ channel: "sms", sender: "+34600111222", body });
const mailFrom = (sender: string): Message => ({ channel: "email", sender, body: "Hola" });

/** The signals of a dictionary that is compiled from its stored row. */
function signalsOf(
  kind: "terms" | "domains",
  value: string | readonly string[],
  message: Message,
  name = "d",
) {
  const values = typeof value === "string" ? [value] : value;
  const dictionary = compileDictionary(rowOf(kind, values, name));
  return findMatches([dictionary], readMessage(message), "es").signals;
}

function rowOf(kind: DictionaryRow["kind"], values: readonly string[], name = "d"): DictionaryRow {
  const entries = normaliseEntries(
    kind,
    values.map((value) => ({ value, weight: 1 })),
  );
  if (isRefusal(entries)) throw new Error(entries.message);
  return {
    id: "1",
    tenantId: null,
    name,
    description: "",
    kind,
    entries,
    bytes: 0,
    severity: "high",
    language: null,
    enabled: true,
    appliesTo: ["inspection"],
    tags: [],
    version: 1,
    createdAt: 0,
    updatedAt: 0,
  };
}

describe("a dictionary of domains", () => {
  it.each([
    ["bücher.example", "ve a https://www.bücher.example/x"],
    ["bücher.example", "ve a https://xn--bcher-kva.example/x"],
    ["xn--bcher-kva.example", "ve a https://BÜCHER.example/x"],
    ["mal.example", "ve a https://m%61l.example/x"],
    ["mal.example", "ve a https://www.mal.example:8443/x"],
  ])("finds %s in any spelling of a link: %s", (domain, body) => {
    expect(signalsOf("domains", domain, sms(body))).toEqual(["dictionary:d"]);
  });

  it.each([
    "Ana <a@mal.example>",
    '"soporte@banco.example" <a@mail.mal.example>',
    "soporte@banco.example <a@mal.example>",
    "a@mal.example",
  ])("finds the domain of the sender: %s", (sender) => {
    expect(signalsOf("domains", "mal.example", mailFrom(sender))).toEqual(["dictionary:d"]);
  });

  it("does not find a domain that is only in the sender's display name", () => {
    const sender = '"soporte@banco.example" <a@mal.example>';
    expect(signalsOf("domains", "banco.example", mailFrom(sender))).toEqual([]);
    expect(signalsOf("domains", "bücher.example", mailFrom("a@bücher.example"))).toEqual([
      "dictionary:d",
    ]);
  });
});

describe("a dictionary of terms", () => {
  it.each([
    ["中奖", "恭喜您中奖了,请联系客服"],
    ["中奖 iphone", "恭喜您中奖iPhone一台"],
    ["当選", "おめでとうございます当選しました"],
    ["รางวัล", "คุณได้รับรางวัลใหญ่"],
    ["выигрыш", "ваш выигрыш тут"],
  ])("finds %s in text without blanks: %s", (term, body) => {
    expect(signalsOf("terms", term, sms(body))).toEqual(["dictionary:d"]);
  });

  it.each([
    ["中奖", "中国奖"],
    ["premio", "premios"],
  ])("finds no %s in %s", (term, body) => {
    expect(signalsOf("terms", term, sms(body))).toEqual([]);
  });

  const TERMS = ["premio", "premio seguro", "gana un coche", "gana dinero ya", "gana", "!!!"];
  it.each([
    ["el premio es tuyo", TERMS],
    ["hoy se gana dinero ya", TERMS.slice(2, 4)],
    ["gana un dinero, gana un coche", TERMS.slice(2, 4)],
    ["premio seguro", TERMS.slice(1, 4)],
  ])("finds the term that is in %j among terms with the same beginning", (body, terms) => {
    expect(signalsOf("terms", terms, sms(body))).toEqual(["dictionary:d"]);
  });

  it.each(["gana un coch", "ganadinero ya", "dinero ya", "premio segur", "gana un"])(
    "finds nothing in %j, which has only the beginning or the end of a term",
    (body) => {
      expect(signalsOf("terms", TERMS.slice(1, 4), sms(body))).toEqual([]);
    },
  );

  it("takes less than twice the memory of its terms, however short their words are", () => {
    const letters = (from: number) =>
      Array.from({ length: 250 }, (_, at) => String.fromCodePoint(97 + ((at * from) % 25)));
    const terms = Array.from({ length: 60 }, (_, at) => `${at} ${letters(at + 1).join(" ")}`);
    const row = rowOf("terms", terms);
    expect(serialize(compileDictionary(row).terms).length).toBeLessThan(2 * terms.join("").length);
  });
});

describe("a pattern that was stored before those without a character were refused", () => {
  const stored = (...values: string[]) => {
    const entries = values.map((value) => ({ value, weight: 1 }));
    const dictionary = compileDictionary({ ...rowOf("regex", []), entries });
    return findMatches([dictionary], readMessage(sms("Su premio")), "es").signals;
  };

  it.each(["ganaste|", "x*", "^", "\\b", "(?:)"])("finds nothing: %s", (value) => {
    expect(stored(value)).toEqual([]);
  });

  it("does not keep the patterns beside it from being found", () => {
    expect(stored("ganaste|", "premio")).toEqual(["dictionary:d"]);
  });
});

it("a dictionary's name is cut to valid Unicode in its signal", () => {
  const [signal] = signalsOf("terms", "hola", sms("hola"), `${"a".repeat(63)}😀`);
  expect(signal).toBe(`dictionary:${"a".repeat(63)}\ufffd`);
});

it.each([
  [null, "en", 1],
  ["es", "es", 1],
  ["es-MX", "es", 1],
  ["es", "und", 1],
  ["es", "en", 0],
])("a dictionary for the language %s counts for a message in %s: %s", (language, lang, found) => {
  const dictionary = { name: "d", severity: "low" as const, language, terms: undefined };
  const one = { ...dictionary, domains: new Set(["mal.example"]), patterns: [] };
  const { signals } = findMatches([one], readMessage(mailFrom("a@mal.example")), lang);
  expect(signals).toHaveLength(found);
});

it("at most twenty dictionaries are named in the signals, and all count in the share", () => {
  const dictionary = { name: "d", severity: "low" as const, language: null, terms: undefined };
  const one = { ...dictionary, domains: new Set(["mal.example"]), patterns: [] };
  const many = Array.from({ length: 25 }, () => one);
  const { share, signals } = findMatches(many, readMessage(mailFrom("a@mal.example")), "es");
  expect(signals).toHaveLength(20);
  expect(share).toBeCloseTo(1 - 0.9 ** 25);
});

it("at most 1,000 patterns are compiled for one message; dictionaries_cut if there are more", () => {
  let compiled = 0;
  const pattern = () => {
    compiled += 1;
    return { test: () => false } as unknown as CompiledPattern;
  };
  const found = (patterns: number) => {
    compiled = 0;
    const [terms, domains] = [undefined, new Set<string>()];
    const dictionary = { name: "d", severity: "high" as const, language: null, terms, domains };
    const all = Array.from({ length: patterns }, () => pattern);
    return findMatches([{ ...dictionary, patterns: all }], readMessage(sms("Hola")), "es").signals;
  };
  expect([found(1_000), compiled]).toEqual([[], 1_000]);
  expect([found(5_000), compiled]).toEqual([["dictionaries_cut"], 1_000]);
});
