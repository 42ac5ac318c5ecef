import { readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  OTHER_LANGUAGES,
  readOtherLanguages,
  readOtherScenarios,
  readOwn,
  readPresentDay,
  readUnseen,
} from "../../scripts/train/read-own.ts";
import type { Sample } from "../../scripts/train/samples.ts";
import { shingles } from "../../scripts/train/shingles.ts";

const MOST_SHARED = 0.5;
const LONGEST_RUN = 7;
const FEWEST_MESSAGES = 500;

const own = readOwn();
const present = readPresentDay();
const unseen = readUnseen();
const others = readOtherLanguages();
const otherScenarios = readOtherScenarios();

function words({ message }: Sample): string[] {
  const text = `${message.subject ?? ""} ${message.body}`.toLowerCase().normalize("NFD");
  return text.replace(/[\u0300-\u036f]/g, "").match(/\p{L}+/gu) ?? [];
}

function runs(list: string[], length: number): string[] {
  return list
    .slice(0, Math.max(0, list.length - length + 1))
    .map((_, i) => list.slice(i, i + length).join(" "));
}

describe("present-day messages", () => {
  it("are at least 500, with every class in every language", () => {
    expect(present.length).toBeGreaterThanOrEqual(FEWEST_MESSAGES);
    const kinds = new Set(present.map(({ lang, label }) => `${lang} ${label}`));
    expect(kinds.size).toBe(9);
  });

  it("are no near-duplicates of a training text", () => {
    const looked = present.map(({ message }) => [...shingles(message.body)]);
    const holders = new Map(looked.flat().map((piece): [string, number[]] => [piece, []]));
    const sizes = own.map(({ message }, i) => {
      const pieces = shingles(message.body);
      for (const piece of pieces) holders.get(piece)?.push(i);
      return pieces.size;
    });
    const near = present.filter((_, at) => {
      const pieces = looked[at] ?? [];
      const shared = new Uint16Array(own.length);
      for (const piece of pieces) {
        for (const i of holders.get(piece) ?? []) shared[i] = (shared[i] ?? 0) + 1;
      }
      return shared.some((count, i) => {
        return count / (pieces.length + (sizes[i] ?? 0) - count) > MOST_SHARED;
      });
    });
    expect(near.map(({ message }) => message.body)).toEqual([]);
  });

  it(`share no run of ${LONGEST_RUN} words with a training text`, () => {
    const trained = new Set(own.flatMap((sample) => runs(words(sample), LONGEST_RUN)));
    const shared = present
      .flatMap((sample) => runs(words(sample), LONGEST_RUN))
      .filter((run) => trained.has(run));
    expect(shared).toEqual([]);
  });
});

describe("the project's own training texts", () => {
  it("are the same each time they are made", () => {
    expect(readOwn().map(({ message }) => message)).toEqual(own.map(({ message }) => message));
  });

  it("have every placeholder filled", () => {
    const gaps = [...own, ...unseen].filter(({ message }) =>
      /[{}]|<(?!\/?(?:html|body|div|br|a\b))[a-z]+(?:\.\d)?>/.test(message.body),
    );
    expect(gaps.map(({ message }) => message.body)).toEqual([]);
  });
});

describe("the unseen scenarios", () => {
  it("are mails of every class in every language, and none is a training scenario", () => {
    const kinds = new Set(unseen.map(({ lang, label, message }) => [lang, label, message.channel]));
    expect(new Set([...kinds].map(String)).size).toBe(9);
    const trained = new Set(own.map(({ group }) => group));
    expect(unseen.filter(({ group }) => trained.has(group))).toEqual([]);
  });
});

describe("messages in other languages", () => {
  it("are clean and bad ones, in each language of the scenarios and in three more", () => {
    const languages = new Set(others.map(({ lang }) => lang));
    const more = [...languages].filter((lang) => !OTHER_LANGUAGES.some((one) => one === lang));
    expect(more).toEqual(["cs", "hu", "vi"]);
    expect(languages.size).toBe(OTHER_LANGUAGES.length + more.length);
    const kinds = new Set(others.map(({ lang, label }) => `${lang} ${label === "clean"}`));
    expect(kinds.size).toBe(2 * languages.size);
  });

  it("have scenarios of every class, by mail and by SMS", () => {
    const kinds = otherScenarios.map(({ lang, label, message }) => [lang, label, message.channel]);
    expect(new Set(kinds.map(String)).size).toBe(OTHER_LANGUAGES.length * 6);
  });

  it("have every placeholder filled", () => {
    const gaps = otherScenarios.filter(({ message }) => /[{}]|<[a-z]+\d?>/.test(message.body));
    expect(
      gaps.map(({ message }) => message.body).filter((body) => !body.includes("<html>")),
    ).toEqual([]);
  });
});

describe("the model card", () => {
  it("states the size of the weights and the number of texts", () => {
    const card = readFileSync("docs/models/inspection.md", "utf8");
    const scenarios = new Set(
      own.map(({ lang, label, message, group }) => [lang, message.channel, label, group].join(" ")),
    );
    const kept = new Set(unseen.map(({ group }) => group));
    const { size } = statSync("src/inspection/model/weights.bin");
    const counted = (count: number) => count.toLocaleString("en");
    expect(card).toContain(`weights.bin\` (${counted(size)} bytes)`);
    expect(card).toContain(
      `${counted(scenarios.size)} scenarios, ${counted(own.length)} texts made of them`,
    );
    expect(card).toContain(`${kept.size} mail scenarios, ${counted(unseen.length)} texts`);
  });
});
