import { writeFileSync } from "node:fs";
import { takeArguments } from "./instance/take-arguments.ts";
import { FILE } from "./suffixes/open-rules.ts";
import { readTrie } from "./suffixes/read-trie.ts";
import { writeLists } from "./suffixes/write-lists.ts";

const USAGE = `npm run suffixes

  Writes the rules of the Public Suffix List, as the installed tldts has them, into
  src/intel/suffixes/rules.txt. Run it whenever tldts is updated; a test compares the two.`;

takeArguments(USAGE, {});
const lists = writeLists(await readTrie());
writeFileSync(FILE, lists);
console.log(`${lists.match(/\n/g)?.length} lists of ${lists.match(/[A-Z]/g)?.length} names`);
