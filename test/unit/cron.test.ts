import { describe, expect, it } from "vitest";
import { isDue } from "../../scripts/dev/cron.ts";

describe("a cron line of the local start", () => {
  it.each([
    ["* * * * *", "2026-11-21T03:17:30Z", true],
    ["17 3 * * *", "2026-11-21T03:17:59Z", true],
    ["17 3 * * *", "2026-11-21T03:18:00Z", false],
    ["17 3 * * *", "2026-11-21T04:17:00Z", false],
    ["*/5 * * * *", "2026-11-21T03:20:00Z", true],
    ["*/5 * * * *", "2026-11-21T03:21:00Z", false],
    ["0,30 * * * *", "2026-11-21T03:30:00Z", true],
    ["0 0 1 * *", "2026-12-01T00:00:00Z", true],
    ["0 0 1 * *", "2026-12-02T00:00:00Z", false],
    ["0 0 * * 6", "2026-11-21T00:00:00Z", true],
    ["0 0 * 11 *", "2026-12-21T00:00:00Z", false],
  ])("%s at %s is due: %s", (cron, at, due) => {
    expect(isDue(cron, new Date(at))).toBe(due);
  });

  it.each(["* * * *", "1-5 * * * *", "MON * * * *"])("is refused: %s", (cron) => {
    expect(() => isDue(cron, new Date(0))).toThrow();
  });
});
