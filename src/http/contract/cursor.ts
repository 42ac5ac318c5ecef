import * as z from "zod";
import { refuseField, type Refusal } from "../refusal.ts";

const MAX_CURSOR = 200;

/** Where a list goes on, from its last answer. Unlike a page it is not shifted by new items. */
export const cursorText = z.string().min(1).max(MAX_CURSOR);

export const cursorQuery = {
  cursor: cursorText
    .optional()
    .describe("Goes on behind what the answer with this `cursor` showed; without `page`."),
};

export function refuseCursor(): Refusal {
  return refuseField("cursor", "must be one that a list has given");
}

/** A request may use one of them only. */
export function refuseBoth(
  cursor: string | undefined,
  page: number | undefined,
): Refusal | undefined {
  if (cursor === undefined || page === undefined) return undefined;
  return refuseField("page", 'goes without "cursor"');
}
