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

function lint(input: string): Report {
  const { stdout } = spawnSync(
    process.execPath,
    [LINTER, "lint", input, "--config", "redocly.yaml", "--format", "json"],
    { env: { ...process.env, ...QUIET }, encoding: "utf8" },
  );
  return JSON.parse(stdout) as Report;
}

describe("the linter", () => {
  it.each(["fleet", "threat-intel"])("finds nothing wrong with %s.json", (name) => {
    const { totals, problems } = lint(`public/openapi/${name}.json`);
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  it("goes red on a description without an operationId", () => {
    expect(lint("test/e2e/fixtures/nameless-operation.json").totals.errors).toBeGreaterThan(0);
  });
});
