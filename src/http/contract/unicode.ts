import * as z from "zod";

export const NOT_UNICODE = "must be well-formed Unicode";

/** Half a surrogate pair would be stored as something else than was sent. */
export const unicode = z.string().refine((text) => text.isWellFormed(), NOT_UNICODE);
