import * as z from "zod";
import { BREAKS_LINE } from "../breaks-line.ts";

export const NOT_UNICODE = "must be well-formed Unicode";

/** Half a surrogate pair could not be stored as it was sent. */
export const unicode = z.string().refine((text) => text.isWellFormed(), NOT_UNICODE);

/** Text that is shown on one line of a page, a log or a terminal, without spaces around it. */
export const line = unicode
  .trim()
  .refine((text) => text.search(BREAKS_LINE) === -1, "must be one line without control characters");
