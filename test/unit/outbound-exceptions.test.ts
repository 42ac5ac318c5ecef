import { describe, expect, it } from "vitest";
import { isException } from "../../src/platform/outbound/allowed-exceptions.ts";
import { resolveHost } from "../../src/platform/outbound/resolve-host.ts";

describe("a URL that WEBHOOKS_ALLOW lets through", () => {
  it.each([
    ["http://localhost:8080", ["http://localhost:8080/"], ["http://localhost:9090/"]],
    ["http://localhost", ["http://localhost/"], ["http://localhost:8080/"]],
    [" http://a:1,https://b:2 ", ["http://a:1/", "https://b:2/"], ["http://a:2/", "http://b:2/"]],
    ["http://*:*", [], ["http://localhost:8080/", "http://a/"]],
    ["localhost", [], ["http://localhost/"]],
  ])("by %j has exactly the given scheme, host and port", (allow, through, refused) => {
    const env = { ENVIRONMENT: "development", WEBHOOKS_ALLOW: allow } as Cloudflare.Env;
    expect(through.filter((url) => !isException(env, new URL(url)))).toEqual([]);
    expect(refused.filter((url) => isException(env, new URL(url)))).toEqual([]);
  });
});

describe("the resolver", () => {
  it("is asked without following redirects, and with an abort signal", async () => {
    const asked: (RequestInit | undefined)[] = [];
    const fetcher = async (_url: unknown, init?: RequestInit) => {
      asked.push(init);
      return new Response(null, { status: 302, headers: { location: "http://10.0.0.1/" } });
    };
    expect(await resolveHost("a.com", fetcher as typeof fetch)).toBe("dns");
    expect(asked.map((init) => [init?.redirect, init?.signal instanceof AbortSignal])).toEqual([
      ["manual", true],
      ["manual", true],
    ]);
  });
});
