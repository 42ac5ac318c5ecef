import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

describe("GET /healthz", () => {
  it("200 with a request id", async () => {
    const response = await exports.default.fetch("http://rampart.test/healthz");
    expect(response.status).toBe(200);
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f]{32}$/);
  });
});
