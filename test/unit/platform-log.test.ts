import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const settings = readFileSync("wrangler.toml", "utf8");

it("invocation logs are off in wrangler.toml, as the URL of a call may hold a sign-in link", () => {
  const [, ofLogs = ""] = settings.split("[observability.logs]\n");
  expect(ofLogs.split("\n[", 1)[0]).toContain("invocation_logs = false");
});
