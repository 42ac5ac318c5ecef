import * as z from "zod";
import { BREAKS_LINE } from "../breaks-line.ts";

export const NOT_UNICODE = "must be well-formed Unicode";

/** Half a surrogate pair would be stored as something else than was sent. */
export const unicode = z.string().refine((text) => text.isWellFormed(), NOT_UNICODE);

/** The same for what stands on one line of a page, a log or a terminal. */
const onLine = (text: string) => text.search(BREAKS_LINE) === -1;
const NOT_ON_LINE = "must be one line without control characters";

/** A name as it was sent: of two names of a record, one would be lost if blanks were cut off. */
export const exactLine = unicode.refine(onLine, NOT_ON_LINE);

/** Blanks around it are no part of it. */
export const line = unicode.trim().refine(onLine, NOT_ON_LINE);

/** Of one line or several. */
export const lines = unicode
  .overwrite((text) => text.replaceAll("\r\n", "\n").trim())
  .refine((text) => text.split("\n").every(onLine), "must have no control characters");
