import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const BASE = ["http", "platform", "access", "tenants"];

/** What each folder of src may import, and only through its door. */
const MAY_IMPORT: Record<string, string[]> = {
  http: [],
  platform: ["http"],
  access: ["http", "platform"],
  tenants: ["http", "platform", "access"],
  certificates: BASE,
  encryption: BASE,
  events: BASE,
  dictionaries: BASE,
  intel: BASE,
  webhooks: [...BASE, "encryption"],
  fleet: [...BASE, "certificates", "events", "dictionaries"],
  ai: [...BASE, "certificates", "events", "dictionaries", "fleet", "encryption"],
  inspection: [...BASE, "intel", "webhooks", "ai", "dictionaries"],
  portal: [
    ...BASE,
    "certificates",
    "encryption",
    "events",
    "dictionaries",
    "intel",
    "webhooks",
    "fleet",
    "ai",
    "inspection",
  ],
};

const IMPORT = /(?:import|export)[^"';]*?from\s+"([^"]+)"|import\s*\(?\s*"([^"]+)"/g;

/** The rules that one file breaks, each as a sentence. */
export function violations(file: string, source: string): string[] {
  const found: string[] = [];
  const from = folderOf(file);
  for (const match of source.matchAll(IMPORT)) {
    const specifier = match[1] ?? match[2] ?? "";
    if (!specifier.startsWith(".")) continue;
    const target = normalize(join(dirname(file), specifier));
    const to = folderOf(target);
    if (to === from) continue;
    if (from === "") continue;
    if (to === "") found.push(`${file} imports ${target}: nobody imports the files at the top`);
    else if (MAY_IMPORT[from]?.includes(to) !== true)
      found.push(`${file} imports ${target}: ${from} may not import ${to}`);
    else if (target !== `src/${to}/index.ts`)
      found.push(`${file} imports ${target}: only the door src/${to}/index.ts is open`);
  }
  return found;
}

function folderOf(file: string): string {
  const [, folder, ...rest] = file.split("/");
  return rest.length === 0 ? "" : (folder ?? "");
}

describe("architecture", () => {
  const files = globSync("src/**/*.{ts,tsx}");

  it("imports go down only, through doors", () => {
    const all = files.flatMap((file) => violations(file, readFileSync(file, "utf8")));
    expect(all).toEqual([]);
  });

  it("every folder of src stands in the table", () => {
    const folders = new Set(files.map(folderOf).filter((folder) => folder !== ""));
    expect([...folders].filter((folder) => !(folder in MAY_IMPORT))).toEqual([]);
  });

  it("zod is imported whole, which the bundler shakes, never as { z }", () => {
    const named = /import\s+(?:type\s+)?\{[^}]*\bz\b[^}]*\}\s+from\s+"zod"/;
    expect(files.filter((file) => named.test(readFileSync(file, "utf8")))).toEqual([]);
  });

  it.each([
    ["an upward arrow", "src/http/x.ts", `import { a } from "../tenants/index.ts";`],
    ["a closed room", "src/fleet/x.ts", `import { a } from "../tenants/store.ts";`],
    ["a top file", "src/fleet/x.ts", `import { a } from "../app.ts";`],
    ["a dynamic import", "src/http/x.ts", `await import("../fleet/index.ts")`],
    ["a re-export", "src/http/x.ts", `export * from "../fleet/index.ts"`],
  ])("goes red on %s", (_name, file, source) => {
    expect(violations(file, source)).toHaveLength(1);
  });
});
