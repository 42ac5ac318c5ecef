import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { fleetErasers } from "../../../src/fleet/erase-tenant.ts";
import { database, livePlatform, uuidv7 } from "../../../src/platform/index.ts";
import { aCode, anAgent } from "../../support/agent.ts";
import { aTenant } from "../../support/people.ts";

describe("the object of an enrolment code", () => {
  const HOUR_MS = 3_600_000;
  const claimAs = (agentId: string, now = 1) => ({
    keyFingerprint: "key",
    agentId,
    maxUses: Infinity,
    expired: false,
    replayMs: Infinity,
    now,
  });
  const aWriter = () => env.ENROLLMENT_CODE.get(env.ENROLLMENT_CODE.newUniqueId());

  it("forgets only the agent that is named, and releases no place that was forgotten", async () => {
    const writer = aWriter();
    const [first, second, third] = [uuidv7(1), uuidv7(1), uuidv7(1)];
    await writer.claim(claimAs(first));
    await writer.forget("key", first);
    expect(await writer.release("key", first)).toBe(false);
    expect(await writer.claim(claimAs(second))).toMatchObject({ agentId: second });
    await writer.forget("key", first);
    expect(await writer.release("key", first)).toBe(false);
    expect(await writer.claim(claimAs(third))).toMatchObject({ agentId: second, again: true });
    expect(await writer.release("key", second)).toBe(false);
    expect(await writer.release("key", second)).toBe(true);
    expect(await writer.claim(claimAs(third))).toMatchObject({ again: false });
  });

  it("gives a key its released agent id again for an hour, without holding its place", async () => {
    const writer = aWriter();
    const [first, second, third] = [uuidv7(1), uuidv7(2), uuidv7(3)];
    await writer.claim(claimAs(first));
    expect(await writer.release("key", first)).toBe(true);
    const other = { ...claimAs(second), keyFingerprint: "other", maxUses: 1 };
    expect(await writer.claim(other)).toEqual({ agentId: second, again: false });
    await writer.forget("other", second);
    const claimed = { agentId: first, again: false };
    expect(await writer.claim(claimAs(third, HOUR_MS))).toEqual(claimed);
    expect(await writer.release("key", first)).toBe(true);
    expect(await writer.claim(claimAs(third, HOUR_MS + 1))).toEqual({ ...claimed, agentId: third });
    await writer.forget("key", third);
    expect(await writer.claim(claimAs(second, HOUR_MS))).toMatchObject({ agentId: second });
  });

  it("repeats its answer to a key for the replay time, then answers code_consumed", async () => {
    const writer = aWriter();
    const claimAt = (now: number) =>
      writer.claim({ ...claimAs("agent"), maxUses: 5, replayMs: 1_000, now });
    expect(await claimAt(1)).toMatchObject({ again: false });
    expect(await claimAt(1_001)).toMatchObject({ again: true });
    expect(await claimAt(1_002)).toMatchObject({ error: "code_consumed" });
  });
});

describe("the erasure of a tenant's fleet objects, if one object fails", () => {
  const eraseIn = (name: string, tenantId: string, bindings: object) =>
    fleetErasers
      .find((one) => one.name === name)
      ?.erase(
        {
          env: { ...env, ...bindings },
          db: database(env),
          platform: livePlatform,
          tenantId,
          by: "test",
        },
        "",
      );
  /** Fails at the first object at once, and erases the others a little later. */
  function failingFirst(first: string) {
    const done: string[] = [];
    const erase = async (name: string) => {
      if (name === first) throw new Error("away");
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      done.push(name);
      return [];
    };
    const get = (name: string) => ({ erase: () => erase(name) });
    return { done, objects: { idFromName: (name: string) => name, get } };
  }

  it("erases the other enrolment codes and their rows", async () => {
    const tenantId = await aTenant();
    const [failing, other] = [await aCode({ tenantId }), await aCode({ tenantId })];
    const { done, objects } = failingFirst(failing.id);
    const erasing = eraseIn("enrollment_codes", tenantId, { ENROLLMENT_CODE: objects });
    await expect(erasing).rejects.toThrow("away");
    expect(done).toContain(other.id);
    const left = env.DB.prepare("select id from enrollment_codes where tenant_id = ?");
    expect((await left.bind(tenantId).all()).results).toEqual([{ id: failing.id }]);
  });

  it("erases the other ended agents before it fails", async () => {
    const failing = await anAgent();
    const other = await anAgent({ tenantId: failing.tenantId });
    for (const agent of [other, failing]) await agent.leave();
    const { done, objects } = failingFirst(`${failing.tenantId}/${failing.id}`);
    const erasing = eraseIn("ended_agents", failing.tenantId, { AGENT: objects });
    await expect(erasing).rejects.toThrow("away");
    expect(done).toEqual([`${failing.tenantId}/${other.id}`]);
  });
});
