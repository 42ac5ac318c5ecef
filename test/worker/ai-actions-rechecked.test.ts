import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { anOperator } from "../support/people.ts";
import { anExecutor, decide, propose } from "../support/proposed-action.ts";

type Proposed = Awaited<ReturnType<typeof propose>>;

const LICENSES = "How many licenses are left?";

async function suspend({ tenantId }: Proposed): Promise<void> {
  const change = { as: await anOperator(), body: { status: "suspended" } };
  await call("PATCH", `/admin/tenants/${tenantId}`, change);
}

async function said(answer: Promise<Response>): Promise<unknown[]> {
  const { status, json } = await answer.then(async (one) => ({
    status: one.status,
    json: await one.json<{ error?: string; state?: string }>(),
  }));
  return [status, json.error ?? json.state];
}

describe("an action that an executor has begun", () => {
  it("is checked again if the same executor begins again: payload and tenant", async () => {
    const [kept, changed, inactive] = [await propose(), await propose(), await propose()];
    const begins = [];
    for (const proposal of [kept, changed, inactive]) {
      await decide(proposal, "approve");
      const { begin } = await anExecutor(proposal.tenantId);
      expect(await said(begin(proposal.id))).toEqual([200, "approved"]);
      begins.push(async () => said(begin(proposal.id)));
    }
    await env.DB.prepare("UPDATE ai_actions SET payload = '{}' WHERE id = ?")
      .bind(changed.id)
      .run();
    await suspend(inactive);
    const answers = [];
    for (const begin of begins) answers.push(await begin());
    expect(answers).toEqual([
      [200, "approved"],
      [409, "payload_changed"],
      [403, "tenant_inactive"],
    ]);
  });
});

describe("an action of a suspended tenant", () => {
  it("403 when approved, without an event; 200 when rejected", async () => {
    const notice = await propose(LICENSES);
    await suspend(notice);
    expect(await said(decide(notice, "approve"))).toEqual([403, "tenant_inactive"]);
    const events = "SELECT count(*) AS n FROM tenant_events WHERE tenant_id = ? AND type = ?";
    const told = await env.DB.prepare(events).bind(notice.tenantId, "action.approved").first("n");
    expect(told).toBe(0);
    expect(await said(decide(notice, "reject"))).toEqual([200, "rejected"]);
  });

  it("200 if an earlier approval is repeated with its Idempotency-Key", async () => {
    const notice = await propose(LICENSES);
    expect(await said(decide(notice, "approve", "once"))).toEqual([200, "executed"]);
    await suspend(notice);
    expect(await said(decide(notice, "approve", "once"))).toEqual([200, "executed"]);
  });
});
