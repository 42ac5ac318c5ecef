import * as z from "zod";

export const NOT_UNICODE = "must be well-formed Unicode";

/** Half a surrogate pair would be stored as something else than was sent. */
export const unicode = z.string().refine((text) => text.isWellFormed(), NOT_UNICODE);

const BREAKS_LINE = /[\p{Cc}\u2028\u2029]/u;

/** What stands on one line of a page, a log or a terminal; blanks around it are no part of it. */
export const line = unicode
  .trim()
  .refine((text) => !BREAKS_LINE.test(text), "must be one line without control characters");
