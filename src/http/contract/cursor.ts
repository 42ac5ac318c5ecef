import * as z from "zod";
import { refuseField, type Refusal } from "../refusal.ts";

const MAX_CURSOR = 200;

/** Where a list goes on, as its last answer said; what is added meanwhile shifts nothing. */
export const cursorText = z.string().min(1).max(MAX_CURSOR);

export const cursorQuery = {
  cursor: cursorText
    .optional()
    .describe("Goes on behind what the answer with this `cursor` showed; without `page`."),
};

export function refuseCursor(): Refusal {
  return refuseField("cursor", "must be one that a list has given");
}

/** Both say where a list goes on, each in its way. */
export function refuseBoth(
  cursor: string | undefined,
  page: number | undefined,
): Refusal | undefined {
  if (cursor === undefined || page === undefined) return undefined;
  return refuseField("page", 'goes without "cursor"');
}
