import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const REFERENCES = "scripts/bench/workers/wrangler.toml";

/** The bundle as a deployment would make it: minified, for this very entry. */
export function bundle(entry?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "rampart-bundle-"));
  const rest = ["--dry-run", "--minify", "--outdir", folder];
  const what = entry === undefined ? [] : [entry, "--config", REFERENCES];
  try {
    execFileSync("wrangler", ["deploy", ...what, ...rest], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
    });
    const name = entry?.split("/").at(-1)?.replace(/\.ts$/, ".js") ?? "index.js";
    return readFileSync(join(folder, name), "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
