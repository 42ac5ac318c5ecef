import { describe, expect, it } from "vitest";
import { throttleFailures } from "../../src/access/throttle-failures.ts";
import { refuse } from "../../src/http/index.ts";
import { networkOf } from "../../src/platform/outbound/address-list.ts";

describe("whoever keeps failing", () => {
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

  it("is told nothing any more, unless nobody knows who it is", async () => {
    const { told } = await ask(Promise.resolve(refused), "1.2.3.4");
    expect(told).toMatchObject({ status: 429, error: "too_many_failures", retryAfterSeconds: 60 });
    expect(await ask(Promise.resolve(refused))).toEqual({ told: refused, counted: 0 });
  });

  it("is neither counted for a good credential nor for a failure of ours", async () => {
    expect(await ask(Promise.resolve("good"), "1.2.3.4")).toEqual({ told: "good", counted: 0 });
    expect(await ask(Promise.resolve(ours), "1.2.3.4")).toEqual({ told: ours, counted: 0 });
  });
});

describe("who is behind an address", () => {
  it("is the whole of its first 64 bits and nobody of other 64, in whatever form it is written", () => {
    const one = networkOf("2001:db8:0:a::1");
    expect(networkOf("2001:DB8::a:ffff:ffff:ffff:ffff")).toBe(one);
    expect(networkOf("2001:0db8:0:a:8000::")).toBe(one);
    for (const other of ["2001:db8:0:b::1", "2001:db8:1:a::1", "2001:db9:0:a::1"]) {
      expect(networkOf(other)).not.toBe(one);
    }
  });

  it("is the address itself in IPv4, and what is no address", () => {
    expect(["192.0.2.1", "192.0.2.2", "x"].map(networkOf)).toEqual(["192.0.2.1", "192.0.2.2", "x"]);
  });
});
