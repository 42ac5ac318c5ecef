import { A_LABEL, decodeLabel } from "../../src/intel/names/decode-label.ts";
import type { Branch } from "./read-trie.ts";

const MARKS = { registry: "", private: "+", exception: "!", passage: "/" } as const;
/** Tells how many letters a label shares with the one before it: one capital, which no label has. */
const NOTHING_SHARED = "A".charCodeAt(0);
const MOST_SHARED = 25;

/**
 * Writes each list of names below one name as one line: `Slabel[mark][list]` after
 * `Slabel[mark][list]`, where S tells how many letters of the label before this one begins with. The
 * first list is what stands below nothing; equal lists are written once.
 */
export function writeLists(rules: Branch[]): string {
  const lists = [""];
  const known = new Map<string, number>();
  const numberOf = (branches: Branch[]): number => {
    const list = listOf(branches);
    const number = known.get(list) ?? lists.push(list) - 1;
    known.set(list, number);
    return number;
  };
  const listOf = (branches: Branch[]): string => {
    let last = "";
    const entries = withoutReadings(branches).map(({ label, kind, below }) => {
      const shared = sharedBy(last, label);
      last = label;
      const list = below.length > 0 ? `:${numberOf(below)}` : "";
      return `${String.fromCharCode(NOTHING_SHARED + shared)}${label.slice(shared)}${MARKS[kind]}${list}`;
    });
    return entries.join("");
  };
  lists[0] = listOf(rules);
  return lists.map((list) => `${list}\n`).join("");
}

/** Sorts labels, and leaves out the readings of A-labels, which `find-suffix.ts` knows by itself. */
function withoutReadings(branches: Branch[]): Branch[] {
  const labels = branches.map(({ label }) => label);
  const readings = new Set(labels.filter((label) => label.startsWith(A_LABEL)).map(decodeLabel));
  return branches
    .filter(({ label }) => !readings.has(label))
    .toSorted((one, other) => (one.label < other.label ? -1 : 1));
}

function sharedBy(one: string, other: string): number {
  let count = 0;
  while (count < MOST_SHARED && count < one.length && one[count] === other[count]) count += 1;
  return count;
}
