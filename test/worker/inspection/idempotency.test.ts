import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { claimKey, type HeldKey } from "../../../src/inspection/idempotency/claim-key.ts";
import { keepAnswers, releaseKey } from "../../../src/inspection/idempotency/store.ts";
import { database } from "../../../src/platform/index.ts";
import { call } from "../../support/call.ts";
import { CODE, FAKE, anInspector, inspectAs, send } from "../../support/inspection.ts";
import { anotherIsolate, type Caller } from "../../support/intel.ts";
import { aMember, anOperator } from "../../support/people.ts";

const key = (name: string) => ({ "idempotency-key": name });

async function setQuota({ tenantId }: Caller, monthlyQuota: number): Promise<void> {
  await call("PATCH", `/admin/tenants/${tenantId}`, {
    as: await anOperator(),
    body: { monthlyQuota },
  });
}

async function countOf({ tenantId }: Caller): Promise<number> {
  const as = await aMember(tenantId);
  const answer = await call("GET", `/admin/tenants/${tenantId}/inspections`, { as });
  return (await answer.json<{ total: number }>()).total;
}

describe("the hold on an Idempotency-Key", () => {
  const MINUTE_MS = 60_000;
  const DAY_MS = 24 * 60 * MINUTE_MS;

  /** Claims of one key, in a tenant of their own. */
  function aKey() {
    const db = database(env);
    const tenantId = crypto.randomUUID();
    const message = { ...CODE, channel: "sms" } as const;
    const asked = { tenantId, key: "k", message, secret: env.INDICATOR_HMAC_KEY };
    const claim = (now: number) => claimKey(db, { ...asked, now });
    const own = async (now: number) => {
      const claimed = await claim(now);
      if (!("heldKey" in claimed)) throw new Error("the key is another's");
      return claimed.heldKey;
    };
    const answered = async (heldKey: HeldKey, inspectionId: string) => {
      const answer = await heldKey.seal({
        inspectionId,
        verdict: "clean",
        score: 0,
        lang: "es",
        urls: [],
        layers: [],
      });
      await keepAnswers(db, [{ ...heldKey, answer }]);
    };
    return { claim, own, answered, tenantId, asked };
  }

  it("has an answer that no other key or message can open", async () => {
    const { own, answered, tenantId, asked } = aKey();
    const now = Date.now();
    await answered(await own(now), "insp_1");
    for (const other of [
      { ...asked, key: "k2" },
      { ...asked, key: "k3", message: { ...FAKE, channel: "sms" } as const },
    ]) {
      await claimKey(database(env), { ...other, now });
      await env.DB.prepare(
        `update inspection_orders set answer = (select answer from inspection_orders
           where tenant_id = ?1 and answer is not null) where tenant_id = ?1 and answer is null`,
      )
        .bind(tenantId)
        .run();
      await expect(claimKey(database(env), { ...other, now })).rejects.toThrow();
    }
  });

  it("passes to another request after a minute without an answer; 409 before that", async () => {
    const { claim, own } = aKey();
    const now = Date.now();
    await own(now);
    expect(await claim(now + MINUTE_MS - 1)).toMatchObject({ status: 409, retryAfterSeconds: 1 });
    await own(now + MINUTE_MS);
    expect(await claim(now + 2 * MINUTE_MS - 1)).toMatchObject({ status: 409 });
  });

  it("keeps its answer until the millisecond before a day is over", async () => {
    const { claim, own, answered } = aKey();
    const now = Date.now();
    await answered(await own(now), "insp_1");
    expect(await claim(now + DAY_MS - 1)).toMatchObject({ answer: { inspectionId: "insp_1" } });
    await own(now + DAY_MS);
  });

  it("keeps its answer if the request that gave it fails afterwards", async () => {
    const { claim, own, answered } = aKey();
    const now = Date.now();
    const held = await own(now);
    await answered(held, "insp_1");
    await releaseKey(database(env), held);
    expect(await claim(now)).toMatchObject({ answer: { inspectionId: "insp_1" } });
  });

  it("is not changed by a late request that lost the key", async () => {
    const { claim, own, answered } = aKey();
    const now = Date.now();
    const late = await own(now);
    const next = await own(now + MINUTE_MS);
    await answered(late, "insp_late");
    expect(await claim(now + MINUTE_MS)).toMatchObject({ status: 409 });
    await releaseKey(database(env), late);
    expect(await claim(now + MINUTE_MS)).toMatchObject({ status: 409 });
    await answered(next, "insp_next");
    await answered(late, "insp_late");
    expect(await claim(now + MINUTE_MS)).toMatchObject({ answer: { inspectionId: "insp_next" } });
  });
});

describe("POST /api/v1/antispam with an Idempotency-Key", () => {
  it("200 with the very same answer for a repeat, which is not billed", async () => {
    const caller = await anInspector();
    await setQuota(caller, 2);
    const first = await send(caller, FAKE, key("a-1"));
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    const said = await first.text();
    for (const isolate of [undefined, anotherIsolate()]) {
      for (let turn = 0; turn < 3; turn += 1) {
        const again = await send(caller, FAKE, key("a-1"), isolate);
        expect(again.status).toBe(200);
        expect(again.headers.get("idempotency-replayed")).toBe("true");
        expect(await again.text()).toBe(said);
      }
    }
    expect(await countOf(caller)).toBe(1);
    await inspectAs(caller, FAKE, key("a-2"));
    expect((await send(caller, FAKE, key("a-3"))).status).toBe(429);
    expect((await send(caller, FAKE, key("a-1"))).status).toBe(200);
  });

  it("429 for too many repeats of one key at a time, with one inspection in all", async () => {
    const caller = await anInspector();
    const now = Date.now();
    const isolate = anotherIsolate({ now: () => now });
    const plans =
      "UPDATE plans SET burst_per_second = ? WHERE id = (SELECT plan FROM tenants WHERE id = ?)";
    const setBurst = async (n: number) => env.DB.prepare(plans).bind(n, caller.tenantId).run();
    await setBurst(1);
    await setQuota(caller, 100);
    const statuses = [];
    for (let turn = 0; turn < 6; turn += 1) {
      statuses.push((await send(caller, FAKE, key("g"), isolate)).status);
    }
    await setBurst(200);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await countOf(caller)).toBe(1);
  });

  it("200 for the same message in another layout, 422 for another message", async () => {
    const caller = await anInspector();
    const { inspectionId } = await inspectAs(caller, CODE, key("b"));
    const { channel, sender, body } = CODE;
    const other = `{ "body": ${JSON.stringify(body)}, "sender":"${sender}",\n"channel":"${channel}" }`;
    expect((await inspectAs(caller, other, key("b"))).inspectionId).toBe(inspectionId);
    const answer = await send(caller, { ...CODE, sender: "CAIXA" }, key("b"));
    expect(answer.status).toBe(422);
    expect(Object.keys(await answer.json<object>())).toEqual(["statusCode", "message"]);
  });

  it("200 with another inspection if another tenant uses the same key", async () => {
    const [one, two] = [await anInspector(), await anInspector()];
    const first = await inspectAs(one, CODE, key("c"));
    const second = await send(two, FAKE, key("c"));
    expect(second.status).toBe(200);
    expect((await second.json<typeof first>()).inspectionId).not.toBe(first.inspectionId);
  });

  it("one inspection for eight requests at once; 409 with Retry-After for a refused one", async () => {
    const caller = await anInspector();
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, at) =>
        send(caller, CODE, key("d"), at % 2 === 0 ? anotherIsolate() : undefined),
      ),
    );
    const fresh = answers.filter((one) => one.ok && !one.headers.has("idempotency-replayed"));
    expect(fresh).toHaveLength(1);
    for (const one of answers.filter(({ ok }) => !ok)) {
      expect(one.status).toBe(409);
      expect(one.headers.get("retry-after")).toBe("1");
    }
    expect(await countOf(caller)).toBe(1);
  });

  it("200 for a key whose earlier request was 429", async () => {
    const caller = await anInspector();
    await setQuota(caller, 0);
    expect((await send(caller, CODE, key("e"))).status).toBe(429);
    await setQuota(caller, 1);
    const later = anotherIsolate({ now: () => Date.now() + 20_000 });
    expect((await send(caller, CODE, key("e"), later)).status).toBe(200);
  });

  it("200 anew a minute after a request without an answer, and for another message after a day", async () => {
    const caller = await anInspector();
    const { inspectionId } = await inspectAs(caller, CODE, key("f"));
    await env.DB.prepare("UPDATE inspection_orders SET answer = NULL WHERE tenant_id = ?")
      .bind(caller.tenantId)
      .run();
    expect((await send(caller, CODE, key("f"))).status).toBe(409);
    const minute = anotherIsolate({ now: () => Date.now() + 61_000 });
    const taken = await inspectAs(caller, CODE, key("f"), minute);
    expect(taken.inspectionId).not.toBe(inspectionId);
    const day = anotherIsolate({ now: () => Date.now() + 61_000 + 86_400_000 });
    expect((await inspectAs(caller, FAKE, key("f"), day)).inspectionId).not.toBe(
      taken.inspectionId,
    );
  });

  it.each(["", "a b", "a".repeat(129)])("400 for the key %j", async (name) => {
    const caller = await anInspector();
    expect((await send(caller, CODE, key(name))).status).toBe(400);
  });
});
