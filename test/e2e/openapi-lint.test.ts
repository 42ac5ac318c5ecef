import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const require = createRequire(import.meta.url);
const LINTER = join(dirname(require.resolve("@redocly/cli/package.json")), "bin/cli.js");

/** The linter is told to keep to itself: no telemetry, no look for a newer version. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

interface Report {
  totals: { errors: number; warnings: number };
  problems: unknown[];
}

/** All in one run of the linter, which prints one report behind the other. */
function lint(...inputs: string[]): Report[] {
  const { stdout } = spawnSync(
    process.execPath,
    [LINTER, "lint", ...inputs, "--config", "redocly.yaml", "--format", "json"],
    { env: { ...process.env, ...QUIET }, encoding: "utf8" },
  );
  return stdout.split(/(?<=^\})(?=\{)/m).map((report) => JSON.parse(report) as Report);
}

describe("the linter", () => {
  it("finds no problem in our descriptions, and an error in one without an operationId", () => {
    const ours = ["fleet", "threat-intel"].map((name) => `public/openapi/${name}.json`);
    const reports = lint(...ours, "test/e2e/fixtures/nameless-operation.json");
    expect(reports).toHaveLength(3);
    const [fleet, intel, nameless] = reports;
    for (const report of [fleet, intel]) {
      expect(report?.problems).toEqual([]);
      expect(report?.totals).toMatchObject({ errors: 0, warnings: 0 });
    }
    expect(nameless?.totals.errors).toBeGreaterThan(0);
  });
});
