import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openBrands } from "../../src/inspection/layers/l1/brands.ts";

/** Opens the table of brands in Node, where it is not bundled with the script. */
const FILE = join(import.meta.dirname, "../../src/inspection/layers/l1/brands.txt");

openBrands(readFileSync(FILE, "utf8"));
