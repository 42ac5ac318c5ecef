import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const settings = readFileSync("wrangler.toml", "utf8");

it("the platform writes no line of its own for a call: its URL may hold a sign-in link", () => {
  const [, ofLogs = ""] = settings.split("[observability.logs]\n");
  expect(ofLogs.split("\n[", 1)[0]).toContain("invocation_logs = false");
});
