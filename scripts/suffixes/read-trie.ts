import { join } from "node:path";

/** A label below another name: what the rules say of it, and what is below it. */
export interface Branch {
  label: string;
  kind: "registry" | "private" | "exception" | "passage";
  below: Branch[];
}

/** The module in the package that holds the rules; the package promises nothing about it. */
const DATA = join(import.meta.dirname, "../../node_modules/tldts/dist/es6/src/data/trie.js");

interface Trie {
  edgeChild: ArrayLike<number>;
  edgeLength: ArrayLike<number>;
  edgeStart: ArrayLike<number>;
  exceptionsRoot: number;
  labelText: string;
  nodeFlags: ArrayLike<number>;
  rulesRoot: number;
}

const KINDS = ["passage", "registry", "private"] as const;

/** Reads the rules as a tree of labels from the right, with the exceptions in their places. */
export async function readTrie(): Promise<Branch[]> {
  const trie = (await import(DATA)) as Trie;
  const starts = offsetsOf(trie.edgeLength);
  const below = (node: number): Branch[] => {
    const found: Branch[] = [];
    for (let edge = at(trie.edgeStart, node); edge < at(trie.edgeStart, node + 1); edge++) {
      const start = at(starts, edge);
      const child = at(trie.edgeChild, edge);
      const kind = KINDS[at(trie.nodeFlags, child)];
      if (kind === undefined) throw new Error(`tldts has a kind of rule that is not known here`);
      const label = trie.labelText.slice(start, start + at(trie.edgeLength, edge));
      found.push({ label, kind, below: below(child) });
    }
    return found;
  };
  const rules = below(trie.rulesRoot);
  hangExceptions(rules, below(trie.exceptionsRoot));
  return rules;
}

function hangExceptions(rules: Branch[], exceptions: Branch[]): void {
  for (const { label, kind, below } of exceptions) {
    const known = rules.find((rule) => rule.label === label);
    if (kind === "registry" && known === undefined && below.length === 0)
      rules.push({ label, kind: "exception", below: [] });
    else if (kind === "passage" && known !== undefined) hangExceptions(known.below, below);
    else throw new Error(`an exception that stands where none was before: ${label}`);
  }
}

function offsetsOf(lengths: ArrayLike<number>): number[] {
  let end = 0;
  return Array.from(lengths, (length) => (end += length) - length);
}

function at(numbers: ArrayLike<number>, index: number): number {
  const found = numbers[index];
  if (found === undefined) throw new Error("tldts keeps its rules in another shape now");
  return found;
}
