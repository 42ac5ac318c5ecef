import { searchOf, type View } from "../frame/view.ts";

/** What an address has besides the filter that an inspection keeps: the reader's place in the list. */
const OF_LIST = ["page", "limit", "id"] as const;

/** The filter of the list, for the address of one of its inspections, with its `?`. */
export function searchWithin(view: View): string {
  const query = new URLSearchParams(searchOf(view));
  for (const name of OF_LIST) query.delete(name);
  const kept = query.toString();
  return kept === "" ? "" : `?${kept}`;
}
