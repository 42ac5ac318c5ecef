import type { DictionaryRow } from "./store.ts";

/** Strong: the id and version of a dictionary name one content. */
export function entityTag({ id, version }: Pick<DictionaryRow, "id" | "version">): string {
  return `"${id}.${version}"`;
}

/** For If-Match, which takes a list or `*` alone; a weak tag never matches strongly. */
export function matches(header: string, row: Pick<DictionaryRow, "id" | "version">): boolean {
  const tags = header.split(",").map((tag) => tag.trim());
  return header.trim() === "*" || tags.includes(entityTag(row));
}
