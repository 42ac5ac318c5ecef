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
/** The action that is in each state, by its name. */
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
    "with state=%s gives those that are shown in it, and counts them alone",
    async (state) => {
      const { items, total } = await list(`&state=${state}`);
      expect(items.map((action) => [action.id, action.state])).toEqual([[known[state], state]]);
      expect(total).toBe(1);
    },
  );

  it("with state=expired gives what nobody decided on in time, which is proposed no more", async () => {
    expect((await list("&state=expired")).total).toBe(0);
    const { items } = await list("&state=expired", DAY_MS);
    expect(items.map((action) => [action.id, action.state])).toEqual([
      [known["proposed"], "expired"],
    ]);
    expect((await list("&state=proposed", DAY_MS)).total).toBe(0);
    expect((await list("&state=approved", DAY_MS)).total).toBe(1);
  });

  it("without one gives all, page by page", async () => {
    const { items, total } = await list("&limit=2");
    expect([items.length, total]).toEqual([2, 5]);
  });

  it("400 for a state that is none", async () => {
    const answer = await call("GET", `/ai/actions?tenantId=${tenantId}&state=done`, { as });
    expect(answer.status).toBe(400);
  });
});
