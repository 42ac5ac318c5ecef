import { describe, expect, it } from "vitest";
import { resolveHost } from "../../src/platform/outbound/resolve-host.ts";

/** A resolver that gets each question as the platform would send it. */
function resolver(...data: string[]): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    expect(request.redirect).toBe("manual");
    const isV4 = new URL(request.url).searchParams.get("type") === "A";
    const type = isV4 ? 1 : 28;
    const answers = data.filter((one) => one.includes(":") !== isV4);
    return Response.json({ Answer: answers.map((one) => ({ type, data: one })) });
  };
}

describe("resolving a host before it is called", () => {
  it.each([
    ["ok", ["93.184.216.34", "2606:2800:220:1::1"]],
    ["address", ["93.184.216.34", "10.0.0.1"]],
    ["address", ["::1"]],
    ["dns", []],
  ] as const)("%s for %j", async (outcome, data) => {
    expect(await resolveHost("hooks.example.com", resolver(...data))).toBe(outcome);
  });

  it("treats a redirect by the resolver as no answer", async () => {
    const redirecting: typeof fetch = async () => Response.redirect("https://evil.example/", 302);
    expect(await resolveHost("hooks.example.com", redirecting)).toBe("dns");
  });

  it("treats a 503 of the resolver as no answer, even with addresses in it", async () => {
    const broken: typeof fetch = async () =>
      Response.json({ Answer: [{ type: 1, data: "93.184.216.34" }] }, { status: 503 });
    expect(await resolveHost("hooks.example.com", broken)).toBe("dns");
  });

  it("uses the addresses that come with an alias", async () => {
    const aliased: typeof fetch = async () =>
      Response.json({
        Answer: [
          { type: 5, data: "edge.example.net." },
          { type: 1, data: "93.184.216.34" },
        ],
      });
    expect(await resolveHost("hooks.example.com", aliased)).toBe("ok");
  });
});
