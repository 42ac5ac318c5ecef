import * as z from "zod";
import { BREAKS_LINE } from "../breaks-line.ts";

/** As all languages of generated clients read it. */
const NO_CONTROLS = String.raw`^[^\x00-\x1f\x7f-\x9f]*$`;

export const NOT_UNICODE = "must be well-formed Unicode";

/** Half a surrogate pair could not be stored as it was sent. */
export const unicode = z.string().refine((text) => text.isWellFormed(), NOT_UNICODE);

const onLine = (text: string) => text.search(BREAKS_LINE) === -1;
const NOT_ON_LINE = "must be one line without control characters";

/** Text on one line, as it was sent: of two names of a record, one would be lost without its spaces. */
export const exactLine = unicode.refine(onLine, NOT_ON_LINE).meta({ pattern: NO_CONTROLS });

/** Text that is shown on one line of a page, a log or a terminal, without spaces around it. */
export const line = unicode.trim().refine(onLine, NOT_ON_LINE).meta({ pattern: NO_CONTROLS });

/** Text of one line or several, without other control characters. */
export const lines = unicode
  .overwrite((text) => text.replaceAll("\r\n", "\n").trim())
  .refine((text) => text.split("\n").every(onLine), "must have no control characters");
