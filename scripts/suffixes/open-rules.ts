import { readFileSync } from "node:fs";
import { join } from "node:path";
import { areSuffixesOpen, openSuffixes } from "../../src/intel/suffixes/find-suffix.ts";

/** Opens the Public Suffix List in Node, where it is not bundled with the script. */
export const FILE = join(import.meta.dirname, "../../src/intel/suffixes/rules.txt");

if (!areSuffixesOpen()) openSuffixes(readFileSync(FILE, "utf8"));
