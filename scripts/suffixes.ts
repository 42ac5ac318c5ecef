import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { takeArguments } from "./instance/take-arguments.ts";
import { readTrie } from "./suffixes/read-trie.ts";
import { writeLists } from "./suffixes/write-lists.ts";

const FILE = join(import.meta.dirname, "../src/intel/suffixes/rules.json");

const USAGE = `npm run suffixes

  Writes the rules of the Public Suffix List, as the installed tldts has them, into
  src/intel/suffixes/rules.json. Run it whenever tldts is updated; a test compares the two.`;

takeArguments(USAGE, {});
const lists = writeLists(await readTrie());
writeFileSync(FILE, `${JSON.stringify(lists, null, 1)}\n`);
console.log(`${lists.length} lists of ${lists.join("").match(/[A-Z]/g)?.length} names`);
