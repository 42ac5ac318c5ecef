import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { storedAction } from "../../src/ai/actions/answers.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { expectDescribedEvents } from "../support/described-events.ts";
import { aMember, anOperator, aServiceKey, aTenant } from "../support/people.ts";
import { anExecutor, decide, propose } from "../support/proposed-action.ts";

const DAY_MS = 86_400_000;

async function statusesOf(asked: Promise<Response>[]) {
  return (await Promise.all(asked)).map(({ status }) => status).toSorted((a, b) => a - b);
}

async function told(tenantId: string) {
  const query = "SELECT data FROM tenant_events WHERE tenant_id = ? AND type = 'action.approved'";
  const { results } = await env.DB.prepare(query).bind(tenantId).all<{ data: string }>();
  if (results.length > 0) await expectDescribedEvents(tenantId);
  return results.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
}

describe("a proposed action", () => {
  const stateOf = async (
    { tenantId, as, id }: Awaited<ReturnType<typeof propose>>,
    now: number,
  ) => {
    const { request } = anApp({ now: () => now });
    const headers = { authorization: `Bearer ${as}` };
    const shown = await request(`/ai/actions/${id}?tenantId=${tenantId}`, { headers });
    return storedAction.parse(await shown.json());
  };
  const approveAt = ({ tenantId, as, id }: Awaited<ReturnType<typeof propose>>, now: number) =>
    anApp({ now: () => now }).request(`/ai/actions/${id}/approve`, {
      method: "POST",
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
      body: JSON.stringify({ tenantId }),
    });

  it("can be approved until the millisecond before expiresAt; 410 at expiresAt", async () => {
    const [late, inTime] = [await propose(), await propose()];
    const endOf = async (proposal: typeof late) =>
      Date.parse((await stateOf(proposal, Date.now())).expiresAt);
    const end = await endOf(late);
    expect((await stateOf(late, end - 1)).state).toBe("proposed");
    expect((await stateOf(late, end)).state).toBe("expired");
    const refused = await approveAt(late, end);
    expect(refused.status).toBe(410);
    expect(await refused.json()).toMatchObject({ error: "expired" });
    expect((await approveAt(inTime, (await endOf(inTime)) - 1)).status).toBe(200);
  });

  it.each([
    ["its payload has changed", "payload", '{"users":["root"]}', "payload_changed"],
    ["the policy has changed", "policy_version", 0, "policy_changed"],
  ])("409 when approved once %s; it can still be rejected", async (_why, column, value, error) => {
    const proposal = await propose();
    const set = env.DB.prepare(`UPDATE ai_actions SET ${column} = ? WHERE id = ?`);
    await set.bind(value, proposal.id).run();
    const refused = await decide(proposal, "approve");
    expect([refused.status, (await refused.json<{ error: string }>()).error]).toEqual([409, error]);
    expect(await told(proposal.tenantId)).toEqual([]);
    expect((await decide(proposal, "reject")).status).toBe(200);
  });
});

describe("an approved action", () => {
  it("is sent to the webhook queue at once; a rejected action is not", async () => {
    for (const [what, isTold] of [
      ["approve", true],
      ["reject", false],
    ] as const) {
      const { tenantId, as, id } = await propose();
      const queued: unknown[] = [];
      const sendBatch = async (messages: Iterable<{ body: unknown }>) => {
        for (const { body } of messages) queued.push(body);
      };
      const { request } = anApp({}, { WEBHOOKS: { sendBatch } as unknown as Queue });
      const answer = await request(`/ai/actions/${id}/${what}`, {
        method: "POST",
        headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
        body: JSON.stringify({ tenantId }),
      });
      expect(answer.status).toBe(200);
      expect(queued).toEqual(isTold ? [{ eventId: `evt_${id}_approved` }] : []);
    }
  });

  it("makes one event without the payload, and is begun and ended by one executor only", async () => {
    const proposal = await propose();
    const { tenantId, id } = proposal;
    const executor = await anExecutor(tenantId);
    expect((await executor.begin(id)).status).toBe(409);
    await decide(proposal, "approve");
    await decide(proposal, "approve");
    const events = await told(tenantId);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ actionId: id, category: "enable" });
    expect(JSON.stringify(events)).not.toContain("ana@a.example");
    const begun = storedAction.parse(await (await executor.begin(id)).json());
    expect(begun).toMatchObject({ state: "approved", payload: { users: ["ana@a.example"] } });
    // The same executor may begin again after a lost answer; no other executor may begin.
    expect((await executor.begin(id)).status).toBe(200);
    const rival = await anExecutor(tenantId);
    expect((await rival.begin(id)).status).toBe(409);
    expect((await rival.end(id, "executed")).status).toBe(409);
    const ended = await executor.end(id, "executed", "1 of 1");
    expect(await ended.json()).toMatchObject({ state: "executed", outcome: "1 of 1" });
    expect((await executor.end(id, "executed")).status).toBe(200);
    expect((await executor.end(id, "failed")).status).toBe(409);
    expect((await rival.end(id, "executed")).status).toBe(409);
    // The approver may approve again, and gets the current state.
    expect(await (await decide(proposal, "approve")).json()).toMatchObject({ state: "executed" });
    expect((await decide(proposal, "reject")).status).toBe(409);
  });

  it("409 for all but one of four executors that begin at the same time", async () => {
    const proposal = await propose();
    await decide(proposal, "approve");
    const { tenantId, id } = proposal;
    const executors = await Promise.all([1, 2, 3, 4].map(() => anExecutor(tenantId)));
    const begun = executors.map(({ begin }) => begin(id));
    expect(await statusesOf(begun)).toEqual([200, 409, 409, 409]);
  });

  it("200 for two equal requests at once; 409 for one of an approval and a rejection at once", async () => {
    const proposal = await propose();
    const { begin, end } = await anExecutor(proposal.tenantId);
    const { id } = proposal;
    const asks = [() => decide(proposal, "approve"), () => begin(id), () => end(id, "executed")];
    for (const ask of asks) {
      expect(await statusesOf([ask(), ask()])).toEqual([200, 200]);
    }
    const torn = await propose();
    const both = [decide(torn, "approve"), decide(torn, "reject")];
    expect(await statusesOf(both)).toEqual([200, 409]);
  });

  it("of category notify is executed by its event, and cannot be begun", async () => {
    const proposal = await propose("How many licenses are left?");
    const answer = await decide(proposal, "approve");
    expect(await answer.json()).toMatchObject({
      category: "notify",
      state: "executed",
      startedBy: "system:webhooks",
    });
    expect(await told(proposal.tenantId)).toHaveLength(1);
    expect((await (await anExecutor(proposal.tenantId)).begin(proposal.id)).status).toBe(409);
  });

  it("can end as failed, 400 for a bad outcome text; a rejected action makes no event", async () => {
    const proposal = await propose();
    const { tenantId, id } = proposal;
    await decide(proposal, "approve");
    const executor = await anExecutor(tenantId);
    await executor.begin(id);
    for (const bad of ["", " ", "half a \ud800", "x".repeat(501)]) {
      expect((await executor.end(id, "failed", bad)).status).toBe(400);
    }
    const failed = await executor.end(id, "failed", "no rights");
    expect(await failed.json()).toMatchObject({ state: "failed", outcome: "no rights" });
    const other = await propose();
    await decide(other, "reject");
    expect(await told(other.tenantId)).toEqual([]);
  });

  it("is checked again at begin: payload, age, tenant and policy", async () => {
    const [changed, old, suspended, outdated] = [
      await propose(),
      await propose(),
      await propose(),
      await propose(),
    ];
    for (const proposal of [changed, old, suspended, outdated]) await decide(proposal, "approve");
    const set = (column: string, value: unknown, id: string) =>
      env.DB.prepare(`UPDATE ai_actions SET ${column} = ? WHERE id = ?`).bind(value, id).run();
    await set("payload", '{"users":["root"]}', changed.id);
    await set("decided_at", Date.now() - 86_400_001, old.id);
    await set("policy_version", 0, outdated.id);
    const body = { status: "suspended" };
    await call("PATCH", `/admin/tenants/${suspended.tenantId}`, { as: await anOperator(), body });
    const begin = async ({ tenantId, id }: typeof changed) => {
      const answer = await (await anExecutor(tenantId)).begin(id);
      return [answer.status, (await answer.json<{ error: string }>()).error];
    };
    expect(await begin(changed)).toEqual([409, "payload_changed"]);
    expect(await begin(old)).toEqual([410, "expired"]);
    expect(await begin(suspended)).toEqual([403, "tenant_inactive"]);
    expect(await begin(outdated)).toEqual([409, "policy_changed"]);
  });

  it("can be begun until the millisecond before a day since its approval is over; then 410", async () => {
    const [inTime, late] = [await propose(), await propose()];
    const approved = Date.now();
    const beginAt = async ({ tenantId, id }: typeof inTime, now: number) => {
      const { request } = anApp({ now: () => now });
      const key = await aServiceKey(["ai:act"], [tenantId]);
      const headers = { "x-internal-service-key": key, "content-type": "application/json" };
      const body = JSON.stringify({ tenantId });
      return request(`/ai/actions/${id}/begin`, { method: "POST", headers, body });
    };
    for (const proposal of [inTime, late]) {
      await decide(proposal, "approve");
      const set = env.DB.prepare("UPDATE ai_actions SET decided_at = ? WHERE id = ?");
      await set.bind(approved, proposal.id).run();
    }
    expect((await beginAt(inTime, approved + DAY_MS - 1)).status).toBe(200);
    const refused = await beginAt(late, approved + DAY_MS);
    expect(refused.status).toBe(410);
    expect(await refused.json()).toMatchObject({ error: "expired" });
  });

  it("404 for an executor of another tenant, 403 for a key without the operation", async () => {
    const proposal = await propose();
    await decide(proposal, "approve");
    const stranger = await anExecutor(await aTenant());
    expect((await stranger.begin(proposal.id)).status).toBe(404);
    expect((await stranger.end(proposal.id, "executed")).status).toBe(404);
    const headers = { "x-internal-service-key": await aServiceKey(["ai:use"]) };
    const body = { tenantId: proposal.tenantId };
    const path = `/ai/actions/${proposal.id}/begin`;
    expect((await call("POST", path, { headers, body })).status).toBe(403);
  });
});

describe("the Idempotency-Key of a decision", () => {
  it("200 for each repeat with the same key, also at once, with one event", async () => {
    const proposal = await propose();
    const decided = [1, 2, 3].map(() => decide(proposal, "approve", "k-1"));
    expect(await statusesOf(decided)).toEqual([200, 200, 200]);
    expect((await decide(proposal, "approve", "k-1")).status).toBe(200);
    expect(await told(proposal.tenantId)).toHaveLength(1);
  });

  it("409 for the same key with another decision or action, and for a new key on a decided action", async () => {
    const first = await propose();
    const second = await propose(undefined, first.as, first.tenantId);
    await decide(first, "approve", "k-1");
    const errors = [];
    for (const answer of [
      await decide(first, "reject", "k-1"),
      await decide(second, "approve", "k-1"),
      await decide(first, "approve", "k-2"),
    ]) {
      errors.push([answer.status, (await answer.json<{ error: string }>()).error]);
    }
    expect(errors).toEqual([
      [409, "idempotency_key_reused"],
      [409, "idempotency_key_reused"],
      [409, "already_decided"],
    ]);
    expect((await decide(second, "approve", "k-2")).status).toBe(200);
  });

  it("counts for one of two actions approved at once with the same key; 409 for the other", async () => {
    const first = await propose();
    const second = await propose(undefined, first.as, first.tenantId);
    const both = [first, second].map((one) => decide(one, "approve", "both"));
    expect(await statusesOf(both)).toEqual([200, 409]);
    expect(await told(first.tenantId)).toHaveLength(1);
  });

  it("may be the same in two tenants; 400 for a key that is too long", async () => {
    const [one, two] = [await propose(), await propose()];
    expect((await decide(one, "approve", "same")).status).toBe(200);
    expect((await decide(two, "reject", "same")).status).toBe(200);
    expect((await decide(two, "reject", "x".repeat(129))).status).toBe(400);
  });
});

describe("an action that was proposed to a service", () => {
  it("is decided by any member who may decide; 409 for a colleague with the same Idempotency-Key", async () => {
    const { tenantId, as } = await propose();
    const headers = { "x-internal-service-key": await aServiceKey(["ai:use"], [tenantId]) };
    const body = { tenantId, query: "Check MFA compliance" };
    const said = await call("POST", "/ai/chat", { headers, body });
    const { proposed_actions } = await said.json<{ proposed_actions: { id: string }[] }>();
    const id = proposed_actions[0]?.id ?? "";
    const reader = await aMember(tenantId, ["ai:use"]);
    expect((await decide({ tenantId, as: reader, id }, "approve")).status).toBe(403);
    const stranger = await aMember(await aTenant());
    expect((await decide({ tenantId, as: stranger, id }, "approve")).status).toBe(403);
    expect((await decide({ tenantId, as, id }, "approve", "mine")).status).toBe(200);
    // The key belongs to its first user, even if a colleague makes the same decision.
    const colleague = { tenantId, as: await aMember(tenantId), id };
    const taken = await decide(colleague, "approve", "mine");
    expect(taken.status).toBe(409);
    expect(await taken.json()).toMatchObject({ error: "idempotency_key_reused" });
    expect((await decide({ tenantId, as, id }, "approve", "mine")).status).toBe(200);
  });
});

describe("the person to whom an action was proposed", () => {
  it("may approve with another of their tokens; a colleague is refused as not_yours", async () => {
    const tenantId = await aTenant();
    const [one, two, colleague] = [
      await aMemberWho("ana", tenantId),
      await aMemberWho("ana", tenantId),
      await aMemberWho("eva", tenantId),
    ];
    const proposal = await propose(undefined, one, tenantId);
    const refused = await decide({ ...proposal, as: colleague }, "approve");
    expect(await refused.json()).toMatchObject({ error: "not_yours" });
    expect((await decide({ ...proposal, as: two }, "approve", "k")).status).toBe(200);
    expect((await decide({ ...proposal, as: two }, "approve", "k")).status).toBe(200);
    expect((await decide({ ...proposal, as: one }, "approve", "k")).status).toBe(409);
  });
});

async function aMemberWho(personId: string, tenantId: string) {
  const token = await aMember(tenantId);
  const own = env.DB.prepare("update access_tokens set person_id = ? where id = ?");
  await own.bind(personId, token.split("_")[2]).run();
  return token;
}

describe("the approval of an action", () => {
  it("403 for the asker if fourEyes is set; a colleague can approve, and the asker can reject", async () => {
    const proposal = await propose();
    const { tenantId, as } = proposal;
    const change = { tenantId, fourEyes: true };
    expect((await call("PATCH", "/ai/settings", { as, body: change })).status).toBe(200);
    const own = await decide(proposal, "approve");
    expect(own.status).toBe(403);
    expect(await own.json()).toMatchObject({ error: "second_person_needed" });
    const colleague = { ...proposal, as: await aMember(tenantId) };
    expect((await decide(colleague, "approve")).status).toBe(200);
    const other = await propose(undefined, as, tenantId);
    expect((await decide(other, "reject")).status).toBe(200);
  });

  it("is refused for another token of the asker too if fourEyes is set; a colleague can approve", async () => {
    const tenantId = await aTenant();
    const [one, two, colleague] = [
      await aMemberWho("ana", tenantId),
      await aMemberWho("ana", tenantId),
      await aMemberWho("eva", tenantId),
    ];
    const change = { tenantId, fourEyes: true };
    await call("PATCH", "/ai/settings", { as: one, body: change });
    const proposal = await propose(undefined, one, tenantId);
    const refused = await decide({ ...proposal, as: two }, "approve");
    expect(await refused.json()).toMatchObject({ error: "second_person_needed" });
    expect((await decide({ ...proposal, as: colleague }, "approve")).status).toBe(200);
  });

  it("is refused for a token that the asker's token has made, though it belongs to nobody", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const order = { name: "x", permissions: ["ai:write"] };
    const made = await call("POST", "/admin/tokens", { as, body: order });
    const { token } = await made.json<{ token: string }>();
    await call("PATCH", "/ai/settings", { as, body: { tenantId, fourEyes: true } });
    const proposal = await propose(undefined, as, tenantId);
    const refused = await decide({ ...proposal, as: token }, "approve");
    expect(await refused.json()).toMatchObject({ error: "second_person_needed" });
  });

  it("410 after a day, without an event", async () => {
    const { tenantId, as, id } = await propose();
    const { request } = anApp({ now: () => Date.now() + 86_400_001 });
    const answer = await request(`/ai/actions/${id}/approve`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${as}`,
        "content-type": "application/json",
        "idempotency-key": "late",
      },
      body: JSON.stringify({ tenantId }),
    });
    expect(answer.status).toBe(410);
    expect(await told(tenantId)).toEqual([]);
  });
});
