import { afterEach, describe, expect, it, vi } from "vitest";
import { attemptDelivery } from "../../src/webhooks/delivery/attempt.ts";
import { endlessBody } from "../support/endless-body.ts";

const ENV = { ENVIRONMENT: "test", WEBHOOKS_ALLOW: "http://localhost:*" } as Cloudflare.Env;
const MESSAGE = { url: "http://localhost:9/hook", body: "{}", headers: { "webhook-id": "one" } };

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a call of a webhook endpoint", () => {
  it("has fifteen seconds and follows no redirect", async () => {
    const limits = vi.spyOn(AbortSignal, "timeout");
    const calls: (RequestInit | undefined)[] = [];
    const fetcher: typeof fetch = async (_input, init) => {
      calls.push(init);
      return new Response("ok");
    };
    expect(await attemptDelivery(ENV, MESSAGE, fetcher, () => 0)).toMatchObject({ status: 200 });
    expect(limits).toHaveBeenCalledExactlyOnceWith(15_000);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.signal).toBe(limits.mock.results[0]?.value);
    expect(calls[0]?.redirect).toBe("manual");
  });

  it("keeps only the first KiB of an answer, in one piece or in two", async () => {
    for (const pieces of [["x".repeat(5_000)], ["x".repeat(1_000), "x".repeat(5_000)]]) {
      const body = new ReadableStream<Uint8Array>({
        start: (to) => {
          for (const one of pieces) to.enqueue(new TextEncoder().encode(one));
          to.close();
        },
      });
      const fetcher: typeof fetch = async () => new Response(body);
      const { response } = await attemptDelivery(ENV, MESSAGE, fetcher, () => 0);
      expect(response).toBe("x".repeat(1_024));
    }
  });

  it("stops reading an answer that does not end, and cancels it", async () => {
    const { seen, body } = endlessBody();
    const fetcher: typeof fetch = async () => new Response(body());
    const { response } = await attemptDelivery(ENV, MESSAGE, fetcher, () => 0);
    expect([response?.length, seen.isLet]).toEqual([1_024, true]);
    expect(seen.given).toBeLessThan(1024 * 1024);
  });

  it.each([
    [new DOMException("The operation timed out", "TimeoutError"), "timeout"],
    [new TypeError("TLS handshake failed"), "tls"],
    [new TypeError("getaddrinfo ENOTFOUND"), "dns"],
    [new TypeError("Network connection lost"), "network"],
  ])("that throws %s fails with the error %s", async (thrown, error) => {
    const fetcher: typeof fetch = () => Promise.reject(thrown);
    const outcome = await attemptDelivery(ENV, MESSAGE, fetcher, () => 0);
    expect(outcome).toMatchObject({ status: null, error, gone: false });
  });
});
