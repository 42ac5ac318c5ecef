import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

describe("the object of a code", () => {
  const claimAs = (agentId: string) => ({
    keyFingerprint: "key",
    agentId,
    maxUses: Infinity,
    expired: false,
    replayMs: Infinity,
    now: 1,
  });

  it("forgets only the agent that is meant, and gives back nothing where it was forgotten", async () => {
    const writer = env.ENROLLMENT_CODE.get(env.ENROLLMENT_CODE.newUniqueId());
    await writer.claim(claimAs("first"));
    await writer.forget("key", "first");
    expect(await writer.release("key", "first")).toBe(false);
    expect(await writer.claim(claimAs("second"))).toMatchObject({ agentId: "second" });
    await writer.forget("key", "first");
    expect(await writer.release("key", "first")).toBe(false);
    expect(await writer.claim(claimAs("third"))).toMatchObject({ agentId: "second", again: true });
    expect(await writer.release("key", "second")).toBe(false);
    expect(await writer.release("key", "second")).toBe(true);
    expect(await writer.claim(claimAs("third"))).toMatchObject({ agentId: "third", again: false });
  });

  it("knows a key for as long as it is told, and then it has had its place", async () => {
    const writer = env.ENROLLMENT_CODE.get(env.ENROLLMENT_CODE.newUniqueId());
    const claimAt = (now: number) =>
      writer.claim({ ...claimAs("agent"), maxUses: 5, replayMs: 1_000, now });
    expect(await claimAt(1)).toMatchObject({ again: false });
    expect(await claimAt(1_001)).toMatchObject({ again: true });
    expect(await claimAt(1_002)).toMatchObject({ error: "code_consumed" });
  });
});
