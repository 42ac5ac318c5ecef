import { describe, expect, it } from "vitest";
import { throttleFailures } from "../../src/access/throttle-failures.ts";
import { refuse } from "../../src/http/index.ts";

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
