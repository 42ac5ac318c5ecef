import type { DictionaryRow } from "./store.ts";

/** A strong tag: id and version stand for one content. */
export function entityTag({ id, version }: Pick<DictionaryRow, "id" | "version">): string {
  return `"${id}.${version}"`;
}

/** Whether an If-Match names this version. It may be a list, or `*` alone; weak tags never match. */
export function matches(header: string, row: Pick<DictionaryRow, "id" | "version">): boolean {
  const tags = header.split(",").map((tag) => tag.trim());
  return header.trim() === "*" || tags.includes(entityTag(row));
}
