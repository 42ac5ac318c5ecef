import { describe, expect, it } from "vitest";
import { aCode, enrolWith, type EnrollResponse } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";
import { anOperator, aTenant } from "../../support/people.ts";

const DAY_MS = 86_400_000;

async function errorOf(answer: Response): Promise<string> {
  const { error } = await answer.json<{ error?: string }>();
  return `${answer.status} ${error}`;
}

const aCsr = async () => makeCsr(await makeKey());

async function revoke(id: string): Promise<void> {
  const as = await anOperator();
  await call("DELETE", `/admin/enrollment-codes/${id}`, { as });
}

async function agentsOf(tenantId: string): Promise<number> {
  const list = await call("GET", `/agents?tenant=${tenantId}`, { as: await anOperator() });
  return (await list.json<{ total: number }>()).total;
}

describe("an enrolment code that was revoked while an answer was on its way", () => {
  it("200 with the same agent for the same key, 401 for another key", async () => {
    const tenantId = await aTenant();
    const { id, code } = await aCode({ tenantId, maxUses: 5 });
    const csr = await aCsr();
    const lost = await (await enrolWith(code, csr)).json<EnrollResponse>();
    await revoke(id);
    const again = await enrolWith(code, csr);
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual(lost);
    expect(await errorOf(await enrolWith(code, await aCsr()))).toBe("401 code_revoked");
    expect(await agentsOf(tenantId)).toBe(1);
  });

  it("401 for a key that had a place but no agent yet", async () => {
    const tenantId = await aTenant();
    const { id, code } = await aCode({ tenantId });
    const csr_pem = await aCsr();
    const enrol = () => Promise.reject(new Error("gone"));
    const broken = { get: () => ({ enrol }), idFromName: () => "" };
    const AGENT = broken as unknown as Cloudflare.Env["AGENT"];
    const cut = await anApp({}, { AGENT }).request("http://rampart.test/enroll", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ enrollment_code: code, csr_pem }),
    });
    expect(cut.status).toBe(500);
    await revoke(id);
    expect(await errorOf(await enrolWith(code, csr_pem))).toBe("401 code_revoked");
    expect(await agentsOf(tenantId)).toBe(0);
  });

  it("401 for the key of a revoked agent, and for every key after a day", async () => {
    const { id, code } = await aCode({ maxUses: 2 });
    const csr = await aCsr();
    const { agent_id, tenant_id } = await (await enrolWith(code, csr)).json<EnrollResponse>();
    const other = await aCsr();
    expect((await enrolWith(code, other)).status).toBe(200);
    await revoke(id);
    const path = `/admin/fleet/collectors/${tenant_id}/${agent_id}/revoke`;
    expect((await call("POST", path, { as: await anOperator() })).status).toBe(200);
    expect(await errorOf(await enrolWith(code, csr))).toBe("401 code_revoked");
    const late = anApp({ now: () => Date.now() + DAY_MS + 60_000 });
    const answer = await late.request("http://rampart.test/enroll", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ enrollment_code: code, csr_pem: other }),
    });
    expect(await errorOf(answer)).toBe("401 code_revoked");
  });
});
