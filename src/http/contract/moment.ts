import * as z from "zod";

const FIRST = Date.parse("0000-01-01T00:00:00Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** A moment as a caller writes it (RFC 3339), in any time zone. In UTC its year has four digits. */
export const moment = z.iso
  .datetime({ offset: true })
  .refine(
    (text) => Date.parse(text) >= FIRST && Date.parse(text) <= LAST,
    "must lie in the years 0 to 9999",
  );

/** A moment in milliseconds; one that is absent stays so. */
export function parseMoment<Absent extends null | undefined>(
  text: string | Absent,
): number | Absent {
  return typeof text === "string" ? Date.parse(text) : text;
}
