import { expect, it } from "vitest";
import { hashOf } from "../../src/inspection/keep/keep-inspection.ts";

it("the hash of a message is the same each time for one tenant, and another for another tenant", async () => {
  const message = { channel: "sms", sender: "INFO", body: "Your code is 123456" } as const;
  const env = { INDICATOR_HMAC_KEY: "secret" } as Cloudflare.Env;
  const [one, again, other] = await Promise.all([
    hashOf(env, "one", message),
    hashOf(env, "one", message),
    hashOf(env, "other", message),
  ]);
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});
