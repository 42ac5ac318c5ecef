import type * as z from "zod";
import { inBoth, type Language } from "./language.ts";
import { sayDetail } from "./say-detail.ts";

const words = inBoth(
  {
    missing: "Fill this in.",
    choose: "Choose at least one.",
    tooLong: (most: string) => `At most ${most} characters.`,
    tooShort: (least: string) => `At least ${least} characters.`,
    tooMany: (most: string) => `At most ${most}.`,
    tooHigh: (most: string) => `At most ${most}.`,
    tooLow: (least: string) => `At least ${least}.`,
    number: "This must be a whole number.",
    time: "This must be a date with a time.",
    url: "This must be a web address, such as https://www.example.com.",
    form: "This does not have the expected form. See the note above.",
  },
  {
    missing: "Rellene este campo.",
    choose: "Elija al menos uno.",
    tooLong: (most: string) => `Como mucho ${most} caracteres.`,
    tooShort: (least: string) => `Al menos ${least} caracteres.`,
    tooMany: (most: string) => `Como mucho ${most}.`,
    tooHigh: (most: string) => `Como mucho ${most}.`,
    tooLow: (least: string) => `Al menos ${least}.`,
    number: "Debe ser un número entero.",
    time: "Debe ser una fecha con hora.",
    url: "Debe ser una dirección web, como https://www.example.com.",
    form: "No tiene la forma esperada. Vea la nota de arriba.",
  },
);

/** What a schema found wrong with a field, in the reader's words and without the schema's. */
export function sayIssue(language: Language, issue: z.core.$ZodIssue): string {
  const say = words[language];
  switch (issue.code) {
    case "too_small":
      return sayTooSmall(language, issue);
    case "too_big":
      return sayTooBig(language, issue);
    case "invalid_type":
      return sayWrongType(language, issue.expected);
    case "invalid_format":
      return sayFormat(language, issue.format);
    case "custom":
      return sayDetail(language, issue.message);
    default:
      return say.form;
  }
}

function sayFormat(language: Language, format: string): string {
  const say = words[language];
  if (format === "url") return say.url;
  return format === "datetime" ? say.time : say.form;
}

/** Only of a group is something there that is none: what stands in its field is no JSON object. */
function sayWrongType(language: Language, expected: string): string {
  const say = words[language];
  if (expected === "number" || expected === "int") return say.number;
  return expected === "record" || expected === "object" ? say.form : say.missing;
}

function sayTooSmall(language: Language, { origin, minimum }: z.core.$ZodIssueTooSmall): string {
  const say = words[language];
  const isFirst = Number(minimum) <= 1;
  if (origin === "string") return isFirst ? say.missing : say.tooShort(String(minimum));
  if (origin === "array" || origin === "set") return say.choose;
  return say.tooLow(String(minimum));
}

function sayTooBig(language: Language, { origin, maximum }: z.core.$ZodIssueTooBig): string {
  const say = words[language];
  if (origin === "string") return say.tooLong(String(maximum));
  if (origin === "array" || origin === "set") return say.tooMany(String(maximum));
  return say.tooHigh(String(maximum));
}
