import { describe, expect, it } from "vitest";
import { readUnseenAround, setAmongUnseen } from "../../scripts/eval/inspection/around.ts";
import { committed as model, judge } from "../../scripts/eval/inspection/judge.ts";
import { seeded } from "../../scripts/train/random.ts";
import { readAround, type Part } from "../../scripts/train/read-around.ts";
import { OWN_LANGUAGES, readPresentDay } from "../../scripts/train/read-own.ts";
import type { Sample } from "../../scripts/train/samples.ts";
import { setAround, surround } from "../../scripts/train/surround.ts";

const PARTS: Part[] = ["greeting", "reply", "signature", "notice", "footer", "thread"];
const TURNS = 300;
const LONGEST_RUN = 7;
/** Every third pair of a mail and its surroundings, which meets all surroundings. */
const STEP = 3;

const write = readAround();
const present = readPresentDay();

function runsOf(text: string): string[] {
  const even = text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");
  const words = even.match(/[a-z]+/g) ?? [];
  return words.slice(LONGEST_RUN - 1).map((_, i) => words.slice(i, i + LONGEST_RUN).join(" "));
}

function flaggedOf(isBad: boolean): number {
  const mails = present.filter(({ label }) => (label !== "clean") === isBad);
  const judged = setAmongUnseen(mails, STEP).map((sample) => judge(model, sample));
  return judged.filter(({ score }) => score >= 0.5).length / judged.length;
}

describe("honest words around a mail that no training has seen", () => {
  it("hide few bad mails", () => {
    expect(flaggedOf(true)).toBeGreaterThan(0.8);
  });

  it("are not held against clean mails", () => {
    expect(flaggedOf(false)).toBeLessThan(0.03);
  });
});

describe("the surroundings for training", () => {
  const written = OWN_LANGUAGES.flatMap((lang) =>
    PARTS.flatMap((part) => {
      const random = seeded(1);
      return Array.from({ length: TURNS }, () => write(lang, part, random) ?? "");
    }),
  );

  it("have a text of every part in every language, with all gaps filled", () => {
    const wrong = written.filter(
      (text) => text === "" || /[{}|]\w|<[a-z]+\d?(?:\.\d)?>/.test(text),
    );
    expect(wrong).toEqual([]);
  });

  it("share no run of seven words with those for judging, nor with present-day messages", () => {
    const trained = new Set(written.flatMap(runsOf));
    const judging = readUnseenAround().flatMap(({ before = "", behind = "" }) => [before, behind]);
    const others = [...judging, ...present.map(({ message }) => message.body)];
    expect(others.flatMap(runsOf).filter((run) => trained.has(run))).toEqual([]);
  });
});

describe("a copy in honest surroundings", () => {
  const sample: Sample = {
    message: { channel: "email", sender: "", subject: "Aviso", body: "Pague aquí:\nhoy" },
    label: "phishing",
    set: "own",
    lang: "es",
    group: "one",
  };

  it("keeps the mail whole, or quoted, and its label", () => {
    const random = seeded(1);
    const copies = Array.from({ length: TURNS }, () => surround(sample, write, random));
    const bodies = copies.map(({ message }) => message.body.replaceAll("> ", ""));
    expect(bodies.filter((body) => !body.includes("Pague aquí:\nhoy"))).toEqual([]);
    expect(new Set(copies.map(({ label, group }) => `${label} ${group}`)).size).toBe(1);
  });

  it("stays markup if the mail is such", () => {
    const body = setAround("<html><body><div>Hola</div></body></html>", "a <b>", "c");
    expect(body).toBe("<html><body><div>a &lt;b><br><br>Hola<br><br>c</div></body></html>");
    expect(setAround("Hola<br>", "", "c")).toBe("Hola<br><br><br>c");
  });
});
