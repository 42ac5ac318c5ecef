import * as z from "zod";
import { BREAKS_LINE } from "../breaks-line.ts";

/** As all languages of generated clients read it. */
const NO_CONTROLS = String.raw`^[^\x00-\x1f\x7f-\x9f]*$`;

export const NOT_UNICODE = "must be well-formed Unicode";

/** Half a surrogate pair would be stored as something else than was sent. */
export const unicode = z.string().refine((text) => text.isWellFormed(), NOT_UNICODE);

/** What stands on one line of a page, a log or a terminal; blanks around it are no part of it. */
export const line = unicode
  .trim()
  .refine((text) => text.search(BREAKS_LINE) === -1, "must be one line without control characters")
  .meta({ pattern: NO_CONTROLS });
