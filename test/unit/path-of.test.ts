import { getPath } from "hono/utils/url";
import { describe, expect, it } from "vitest";
import { pathOf } from "../../src/intel-api.ts";

describe("the path of a request", () => {
  it.each([
    "https://rampart.example/",
    "https://rampart.example/agents/7?x=%3A&y=/z",
    "https://rampart.example/ai/documents:batch?tenantId=a%3Ab",
    "https://rampart.example/a%20b/%C3%A9/%2F/%25/%253A/%zz?q",
    "https://rampart.example/%A4%A2/%",
    "https://rampart.example/v1/decision",
  ])("is the one that Hono reads: %s", (url) => {
    expect(pathOf({ url })).toBe(getPath({ url } as Request));
  });

  it("has a colon for %3A, and keeps %253A as it is", () => {
    for (const colon of ["%3A", "%3a"]) {
      const url = `https://rampart.example/ai/documents${colon}batch?to=${colon}`;
      expect(pathOf({ url })).toBe("/ai/documents:batch");
    }
    expect(pathOf({ url: "https://rampart.example/a%253Ab" })).toBe("/a%253Ab");
  });
});
