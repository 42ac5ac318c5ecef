import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Bundle {
  script: string;
  data: { name: string; bytes: Buffer }[];
}

const REFERENCES = "scripts/bench/workers/wrangler.toml";

/** Makes the bundle as a deployment would: minified, for this entry, with the data files beside it. */
export function bundle(entry?: string): Bundle {
  const folder = mkdtempSync(join(tmpdir(), "rampart-bundle-"));
  const rest = ["--dry-run", "--minify", "--outdir", folder];
  const what = entry === undefined ? [] : [entry, "--config", REFERENCES];
  try {
    execFileSync("wrangler", ["deploy", ...what, ...rest], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
    });
    const name = entry?.split("/").at(-1)?.replace(/\.ts$/, ".js") ?? "index.js";
    const data = readdirSync(folder).filter((file) => /\.(?:bin|txt)$/.test(file));
    return {
      script: readFileSync(join(folder, name), "utf8"),
      data: data.map((file) => ({ name: file, bytes: readFileSync(join(folder, file)) })),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives the bundle as the modules of a local runtime. */
export function modulesOf({ script, data }: Bundle) {
  const files = data.map(({ name, bytes }) => ({
    type: name.endsWith(".txt") ? "Text" : "Data",
    path: name,
    contents: bytes,
  }));
  return [{ type: "ESModule", path: "index.js", contents: script }, ...files];
}
