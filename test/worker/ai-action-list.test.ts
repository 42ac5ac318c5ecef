import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { aMember, aServiceKey, aTenant } from "../support/people.ts";

const DAY_MS = 86_400_000;
const mfa = {
  users: 50,
  registered: 45,
  capable: 44,
  enforced: 30,
  adminsWithoutMfa: ["ana@a.example"],
};

interface Listed {
  items: { id: string; state: string }[];
  total: number;
}

let tenantId: string;
let as: string;
/** The id of the action in each state. */
const known: Record<string, string> = {};

async function propose(): Promise<string> {
  const body = { tenantId, query: "Check MFA compliance" };
  const said = await call("POST", "/ai/chat", { as, body });
  const { proposed_actions: made } = await said.json<{ proposed_actions: { id: string }[] }>();
  return made[0]?.id ?? "";
}

beforeAll(async () => {
  tenantId = await aTenant();
  as = await aMember(tenantId);
  const keys = await aServiceKey(["ai:snapshot", "ai:act"], [tenantId]);
  const headers = { "x-internal-service-key": keys };
  const snapshot = { tenantId, collectedAt: new Date().toISOString(), data: mfa };
  await call("PUT", "/ai/tools/CheckMFACompliance/snapshot", { headers, body: snapshot });
  for (const state of ["proposed", "approved", "rejected", "executed", "failed"]) {
    const id = await propose();
    known[state] = id;
    if (state === "proposed") continue;
    const decision = state === "rejected" ? "reject" : "approve";
    await call("POST", `/ai/actions/${id}/${decision}`, { as, body: { tenantId } });
    if (state !== "executed" && state !== "failed") continue;
    await call("POST", `/ai/actions/${id}/begin`, { headers, body: { tenantId } });
    await call("POST", `/ai/actions/${id}/result`, { headers, body: { tenantId, state } });
  }
});

async function list(query: string, later = 0): Promise<Listed> {
  const { request } = anApp({ now: () => Date.now() + later });
  const headers = { authorization: `Bearer ${as}` };
  const answer = await request(`/ai/actions?tenantId=${tenantId}${query}`, { headers });
  expect(answer.status).toBe(200);
  return answer.json();
}

describe("GET /ai/actions", () => {
  it.each(["proposed", "approved", "rejected", "executed", "failed"])(
    "with state=%s lists and counts only the actions in that state",
    async (state) => {
      const { items, total } = await list(`&state=${state}`);
      expect(items.map((action) => [action.id, action.state])).toEqual([[known[state], state]]);
      expect(total).toBe(1);
    },
  );

  it("with state=expired lists an action left undecided for a day, no longer listed as proposed", async () => {
    expect((await list("&state=expired")).total).toBe(0);
    const { items } = await list("&state=expired", DAY_MS);
    expect(items.map((action) => [action.id, action.state])).toEqual([
      [known["proposed"], "expired"],
    ]);
    expect((await list("&state=proposed", DAY_MS)).total).toBe(0);
    expect((await list("&state=approved", DAY_MS)).total).toBe(1);
  });

  it("without a state lists a page of all actions, with their total", async () => {
    const { items, total } = await list("&limit=2");
    expect([items.length, total]).toEqual([2, 5]);
  });

  it("400 for an unknown state", async () => {
    const answer = await call("GET", `/ai/actions?tenantId=${tenantId}&state=done`, { as });
    expect(answer.status).toBe(400);
  });
});

/** Adds undecided actions of this asker. */
async function fill(user: string, count: number): Promise<void> {
  await env.DB.prepare(
    `insert into ai_actions (id, tenant_id, user_id, tool, title, description, category,
       source, payload, payload_hash, trace_id, state, created_at, expires_at, policy_version)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ?4)
     select ?2 || i, ?1, ?2, 'LicenseSummary', 't', 'd', 'notify',
       'agent', '{}', '', '', 'proposed', ?3, ?3 + 86400000, 1 from n`,
  )
    .bind(tenantId, user, Date.now(), count)
    .run();
}

function left(user: string, state: string) {
  const query =
    "select count(*) as n from ai_actions where tenant_id = ? and user_id = ? and state = ?";
  return env.DB.prepare(query).bind(tenantId, user, state).first("n");
}

describe("the actions that wait for a decision of one asker", () => {
  it("are the latest 200: the oldest is deleted for a new one, and another asker's are kept", async () => {
    const [asker, before] = [`token:${as.split("_")[2]}`, (await list("")).total];
    await fill(asker, 200);
    await fill("person:other", 200);
    const id = await propose();
    expect([await left(asker, "proposed"), await left("person:other", "proposed")]).toEqual([
      200, 200,
    ]);
    expect((await list(`&state=approved`)).total).toBe(1);
    expect((await list("")).total).toBe(before + 400 - 1);
    const approved = await call("POST", `/ai/actions/${id}/approve`, { as, body: { tenantId } });
    expect(approved.status).toBe(200);
    const gone = known["proposed"] ?? "";
    const late = await call("POST", `/ai/actions/${gone}/reject`, { as, body: { tenantId } });
    expect(late.status).toBe(404);
  });

  it("are the latest 2,000 if the asker is a service key", async () => {
    const key = await aServiceKey(["ai:use"], [tenantId]);
    const asker = `service:${key.split("_")[2]}`;
    const ask = async () => {
      const body = { tenantId, query: "Check MFA compliance" };
      const headers = { "x-internal-service-key": key };
      expect((await call("POST", "/ai/chat", { headers, body })).status).toBe(200);
    };
    await fill(asker, 200);
    await ask();
    const first = `/ai/actions/${asker}1/reject`;
    expect((await call("POST", first, { as, body: { tenantId } })).status).toBe(200);
    await env.DB.prepare("delete from ai_actions where user_id = ?").bind(asker).run();
    await fill(asker, 2_000);
    await ask();
    expect(await left(asker, "proposed")).toBe(2_000);
  });
});
