import * as z from "zod";
import { refuseField, type Refusal } from "../refusal.ts";

const MAX_CURSOR = 200;

/** Says where a list goes on. Unlike a page number it stays right when new items come. */
export const cursorText = z.string().min(1).max(MAX_CURSOR);

export const cursorQuery = {
  cursor: cursorText
    .optional()
    .describe("Goes on behind what the answer with this `cursor` showed; without `page`."),
};

export function refuseCursor(): Refusal {
  return refuseField("cursor", "must be one that a list has given");
}

/** Refuses a request that gives both a cursor and a page. */
export function refuseBoth(
  cursor: string | undefined,
  page: number | undefined,
): Refusal | undefined {
  if (cursor === undefined || page === undefined) return undefined;
  return refuseField("page", 'goes without "cursor"');
}
