import * as z from "zod";
import { MAX_SEARCH } from "./bounds.ts";

/** The search text of a list: a part of what each row says, in capitals or not. */
export function searchText(of: string) {
  return z.string().trim().min(1).max(MAX_SEARCH).optional().describe(`A part of ${of}.`);
}
