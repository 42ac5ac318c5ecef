import { readFileSync } from "node:fs";
import { join } from "node:path";
import { areSuffixesOpen, openSuffixes } from "../../src/intel/suffixes/find-suffix.ts";

/** Imported by what cuts names in Node, where nothing lies beside a script. */
export const FILE = join(import.meta.dirname, "../../src/intel/suffixes/rules.txt");

if (!areSuffixesOpen()) openSuffixes(readFileSync(FILE, "utf8"));
