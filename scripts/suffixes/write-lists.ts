import type { Branch } from "./read-trie.ts";

const MARKS = { registry: "", private: "+", exception: "!", passage: "-" } as const;

/**
 * Each list of names that stand below one name as one text, `[mark]label[:list]` by `[mark]label[:list]`.
 * The first is what stands below nothing; equal lists are kept once.
 */
export function writeLists(rules: Branch[]): string[] {
  const lists = [""];
  const known = new Map<string, number>();
  const listOf = (branches: Branch[]): string =>
    branches
      .map(
        ({ label, kind, below }) =>
          `${MARKS[kind]}${label}${below.length > 0 ? `:${numberOf(below)}` : ""}`,
      )
      .toSorted()
      .join(" ");
  const numberOf = (branches: Branch[]): number => {
    const list = listOf(branches);
    const number = known.get(list) ?? lists.push(list) - 1;
    known.set(list, number);
    return number;
  };
  lists[0] = listOf(rules);
  return lists;
}
