import { describe, expect, it } from "vitest";
import { SigningKeys } from "../../src/access/oidc/signing-keys.ts";
import { isRefusal } from "../../src/http/index.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { endlessBody } from "../support/endless-body.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

describe("the signing keys of an issuer", () => {
  function aStore(count = 1) {
    let [now, fetches, up] = [1_000 * DAY, 0, true];
    let keys: unknown[] = Array.from({ length: count }, (_, at) => ({ kid: `k${at}`, kty: "EC" }));
    const fetch = async () => {
      fetches += 1;
      return up ? Response.json({ keys }) : Response.json({ keys: [] }, { status: 404 });
    };
    const log = () => undefined;
    const asker = { platform: { ...livePlatform, fetch, log, now: () => now }, outlive() {} };
    const store = new SigningKeys(async () => new Promise(() => {}));
    const answer = (kid: string) => store.of("https://x.example", kid, asker);
    return {
      ask: async (kid = "k0") => !isRefusal(await answer(kid)),
      told: async () => answer("k0"),
      pass: (ms: number) => (now += ms),
      fetches: () => fetches,
      fail: () => (up = false),
      answer: (other: unknown[]) => (keys = other),
    };
  }

  it("are used for ten minutes and fetched again at the end", async () => {
    const { ask, pass, fetches } = aStore();
    await ask();
    pass(10 * MINUTE - 1);
    await ask();
    expect(fetches()).toBe(1);
    pass(1);
    await ask();
    expect(fetches()).toBe(2);
  });

  it("are used for a day while the issuer is down, and not at the end of the day", async () => {
    const { ask, pass, fail } = aStore();
    await ask();
    fail();
    pass(DAY - 1);
    expect(await ask()).toBe(true);
    pass(1);
    expect(await ask()).toBe(false);
  });

  it("503 while they cannot be fetched, with the seconds until the next fetch", async () => {
    const { told, pass, fail } = aStore();
    fail();
    for (const [passed, left] of [
      [0, 60],
      [20_000, 40],
      [39_500, 1],
    ] as const) {
      pass(passed);
      expect(await told()).toMatchObject({ status: 503, retryAfterSeconds: left });
    }
  });

  it("are fetched for an unknown kid once a minute at most", async () => {
    const { ask, pass, fetches } = aStore();
    await ask();
    pass(MINUTE - 1);
    await ask("unknown");
    expect(fetches()).toBe(1);
    pass(1);
    await ask("unknown");
    expect(fetches()).toBe(2);
  });

  it("are fetched as usual after the clock was set back", async () => {
    const { ask, pass, fetches } = aStore();
    await ask();
    pass(DAY);
    await ask("unknown");
    expect(fetches()).toBe(2);
    pass(MINUTE - DAY);
    await ask();
    expect(fetches()).toBe(3);
    await ask("unknown");
    pass(MINUTE);
    await ask("unknown");
    expect(fetches()).toBe(4);
  });

  it("are refused if they are more than fifty", async () => {
    expect(await aStore(50).ask()).toBe(true);
    expect(await aStore(51).ask()).toBe(false);
  });

  it("are refused if their answer does not end, which is cancelled within 2 MiB", async () => {
    const { seen, body } = endlessBody();
    const platform = { ...livePlatform, fetch: async () => new Response(body()), log() {} };
    const store = new SigningKeys(async () => new Promise(() => {}));
    const keys = await store.of("https://x.example", "k0", { platform, outlive() {} });
    expect([isRefusal(keys), seen.isLet]).toEqual([true, true]);
    expect(seen.given).toBeLessThan(2 * 1024 * 1024);
  });

  it.each([[[null]], [["k0"]], [[{ kid: "k0", kty: "EC" }, null]], [[[]]]])(
    "are not replaced by %j: the last keys stay in use, and without any the key is refused",
    async (garbage) => {
      const [cold, warm] = [aStore(), aStore()];
      cold.answer(garbage);
      expect(await cold.ask()).toBe(false);
      await warm.ask();
      warm.answer(garbage);
      warm.pass(10 * MINUTE);
      expect(await warm.ask()).toBe(true);
      expect(warm.fetches()).toBe(2);
    },
  );
});
