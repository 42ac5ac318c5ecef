import { describe, expect, it } from "vitest";
import { throttleFailures } from "../../src/access/throttle-failures.ts";
import { refuse } from "../../src/http/index.ts";
import { networkOf } from "../../src/platform/outbound/address-list.ts";

describe("a caller who keeps failing", () => {
  const ask = async (outcome: Parameters<typeof throttleFailures>[0], key?: string) => {
    let counted = 0;
    const limit = async () => {
      counted += 1;
      return { success: false };
    };
    const told = await throttleFailures(outcome, [{ counter: { limit }, key }]);
    return { told, counted };
  };
  const refused = refuse(401, "unauthorized", "No.", {});
  const ours = refuse(503, "unavailable", "Later.", { retryAfterSeconds: 1 });

  it("gets 429, unless the caller has no key to be counted by", async () => {
    const { told } = await ask(Promise.resolve(refused), "1.2.3.4");
    expect(told).toMatchObject({ status: 429, error: "too_many_failures", retryAfterSeconds: 60 });
    expect(await ask(Promise.resolve(refused))).toEqual({ told: refused, counted: 0 });
  });

  it("is not counted for a good credential or for a 503 of ours", async () => {
    expect(await ask(Promise.resolve("good"), "1.2.3.4")).toEqual({ told: "good", counted: 0 });
    expect(await ask(Promise.resolve(ours), "1.2.3.4")).toEqual({ told: ours, counted: 0 });
  });
});

describe("networkOf", () => {
  it("is the same for equal first 64 bits of IPv6, however written, and another for other bits", () => {
    const one = networkOf("2001:db8:0:a::1");
    expect(networkOf("2001:DB8::a:ffff:ffff:ffff:ffff")).toBe(one);
    expect(networkOf("2001:0db8:0:a:8000::")).toBe(one);
    for (const other of ["2001:db8:0:b::1", "2001:db8:1:a::1", "2001:db9:0:a::1"]) {
      expect(networkOf(other)).not.toBe(one);
    }
  });

  it("is the text itself for IPv4 and for a text that is no address", () => {
    expect(["192.0.2.1", "192.0.2.2", "x"].map(networkOf)).toEqual(["192.0.2.1", "192.0.2.2", "x"]);
  });
});
