import type * as z from "zod";
import { inBoth, type Language } from "./language.ts";
import { sayNumber } from "./say.ts";
import { sayDetail } from "./say-detail.ts";

const words = inBoth(
  {
    missing: "Fill this in.",
    choose: "Choose at least one.",
    tooLong: (most: string) => `At most ${most} characters.`,
    tooShort: (least: string) => `At least ${least} characters.`,
    tooHigh: (most: string) => `At most ${most}.`,
    tooLow: (least: string) => `At least ${least}.`,
    number: "This must be a whole number.",
    time: "This must be a date with a time.",
    url: "This must be a web address, such as https://www.example.com.",
    object: "This must be a JSON object, such as {}.",
  },
  {
    missing: "Rellene este campo.",
    choose: "Elija al menos uno.",
    tooLong: (most: string) => `Como mucho ${most} caracteres.`,
    tooShort: (least: string) => `Al menos ${least} caracteres.`,
    tooHigh: (most: string) => `Como mucho ${most}.`,
    tooLow: (least: string) => `Al menos ${least}.`,
    number: "Debe ser un número entero.",
    time: "Debe ser una fecha con hora.",
    url: "Debe ser una dirección web, como https://www.example.com.",
    object: "Debe ser un objeto JSON, como {}.",
  },
);

/**
 * Leaves out issues that another one makes needless: a value of the wrong form breaks no other
 * rule, and of two bounds the later, closer one counts.
 */
export function tellingIssues(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const kept = new Map<string, z.core.$ZodIssue>();
  for (const [at, issue] of issues.entries()) {
    const path = issue.path.join(".");
    if (kept.has(`${path} invalid_format`)) continue;
    kept.set(`${path} ${issue.code === "custom" ? at : issue.code}`, issue);
  }
  return [...kept.values()];
}

/** What a schema found wrong with a field, in the reader's words. */
export function sayIssue(language: Language, issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "too_small":
      return sayTooSmall(language, issue);
    case "too_big":
      return sayTooBig(language, issue);
    case "invalid_type":
      return sayWrongType(language, issue.expected);
    case "invalid_format":
      return sayFormat(language, issue);
    case "custom":
      return sayDetail(language, issue.message);
    default:
      return sayDetail(language, "");
  }
}

/** A rule of our own says what it takes; zod says only that a text does not match. */
function sayFormat(language: Language, issue: z.core.$ZodIssueInvalidStringFormat): string {
  const say = words[language];
  if (issue.format === "url") return say.url;
  if (issue.format === "datetime") return say.time;
  return sayDetail(language, issue.message.startsWith("must ") ? issue.message : "");
}

/**
 * A value of the wrong type means that the field is missing, except for a number, and for a group
 * that is no JSON object.
 */
function sayWrongType(language: Language, expected: string): string {
  const say = words[language];
  if (expected === "number" || expected === "int") return say.number;
  return expected === "record" || expected === "object" ? say.object : say.missing;
}

function sayTooSmall(language: Language, { origin, minimum }: z.core.$ZodIssueTooSmall): string {
  const say = words[language];
  const least = Number(minimum);
  if (origin === "array" || origin === "set") return say.choose;
  if (origin !== "string") return say.tooLow(sayNumber(language, least));
  return least <= 1 ? say.missing : say.tooShort(sayNumber(language, least));
}

function sayTooBig(language: Language, { origin, maximum }: z.core.$ZodIssueTooBig): string {
  const say = words[language];
  const most = sayNumber(language, Number(maximum));
  return origin === "string" ? say.tooLong(most) : say.tooHigh(most);
}
