import { describe, expect, it } from "vitest";
import { aCode, type EnrollResponse, TestAgent } from "../../support/agent.ts";
import { call } from "../../support/call.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";
import { aMember, aNewOperator, anOperator, aTenant } from "../../support/people.ts";

function enrolAs(as: string | undefined, query: string, body: object): Promise<Response> {
  return call("POST", `/enroll${query}`, { ...(as === undefined ? {} : { as }), body });
}

async function errorOf(answer: Response): Promise<string> {
  return `${answer.status} ${(await answer.json<{ error: string }>()).error}`;
}

describe("POST /enroll by an operator without a code", () => {
  it("200 in the named tenant and role, 200 again with the same key, with one audit entry", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    const key = await makeKey();
    const body = { csr_pem: await makeCsr(key), role: "gateway", labels: { rack: "4" } };
    const answer = await enrolAs(as, `?tenant=${tenantId}`, body);
    expect(answer.status).toBe(200);
    const enrolled = await answer.json<EnrollResponse>();
    expect(enrolled).toMatchObject({ tenant_id: tenantId, role: "gateway" });
    expect(await (await enrolAs(as, `?tenant=${tenantId}`, body)).json()).toEqual(enrolled);
    const agent = new TestAgent(enrolled, key);
    expect((await agent.checkIn()).status).toBe(200);
    const detail = await call("GET", `/agents/${agent.id}`, { as });
    const { enrolled_via: via } = await detail.json<{ enrolled_via: string }>();
    expect(via).toMatch(/^token:/);
    const log = await call("GET", `/admin/audit?tenantId=${tenantId}&action=agent.enrolled`, {
      as,
    });
    expect(await log.json()).toMatchObject({ total: 1, items: [{ actor: via, target: agent.id }] });
  });

  it("400 for a role that is malformed, blank or too long, 200 for one of 64 characters", async () => {
    const [as, query] = [await anOperator(), `?tenant=${await aTenant()}`];
    const enrolIn = async (role: string) =>
      enrolAs(as, query, { csr_pem: await makeCsr(await makeKey()), role });
    for (const role of ["half \ud83d", "x".repeat(65), " "]) {
      const refused = await enrolIn(role);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ details: [{ path: "role" }] });
    }
    const longest = "\u{1f600}".repeat(64);
    expect(await (await enrolIn(` ${longest} `)).json()).toMatchObject({ role: longest });
  });

  it("200 with a new agent for a key whose agent has left, 409 while that agent lives", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    const key = await makeKey();
    const body = { csr_pem: await makeCsr(key) };
    const enrolled = await (await enrolAs(as, `?tenant=${tenantId}`, body)).json<EnrollResponse>();
    const elsewhere = await enrolAs(as, `?tenant=${await aTenant()}`, body);
    expect(await errorOf(elsewhere)).toBe("409 key_in_use");
    await new TestAgent(enrolled, key).leave();
    const anew = await enrolAs(as, `?tenant=${tenantId}`, body);
    expect(anew.status).toBe(200);
    expect((await anew.json<EnrollResponse>()).agent_id).not.toBe(enrolled.agent_id);
  });

  it("401 without a valid credential, 403 that names the permission for whoever lacks it", async () => {
    const tenantId = await aTenant();
    const query = `?tenant=${tenantId}`;
    const body = { csr_pem: await makeCsr(await makeKey()) };
    expect(await errorOf(await enrolAs(undefined, query, body))).toBe("401 code_invalid");
    expect(await errorOf(await enrolAs("rmp_pat_x", query, body))).toBe("401 unauthorized");
    const owner = await aMember(tenantId);
    const reader = await aNewOperator(["fleet:read-all"]);
    for (const [as, message] of [
      [owner, "Only an operator of all tenants may do this with the permission enrollment:write."],
      [reader, "Missing permission: enrollment:write"],
    ] as const) {
      const refused = await enrolAs(as, query, body);
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({ error: "permission_denied", message });
    }
  });

  it("400 without a tenant, for an unknown tenant, and for a tenant in the body", async () => {
    const as = await anOperator();
    const body = { csr_pem: await makeCsr(await makeKey()) };
    expect(await errorOf(await enrolAs(as, "", body))).toBe("400 invalid_request");
    expect(await errorOf(await enrolAs(as, "?tenant=nobody", body))).toBe("400 unknown_tenant");
    const named = { ...body, tenant_id: "x" };
    expect(await errorOf(await enrolAs(as, "", named))).toBe("400 invalid_request");
  });
});

describe("POST /enroll?tenant= with a code", () => {
  it("403 if the code is of another tenant, and the code keeps its one use", async () => {
    const tenantId = await aTenant();
    const { code } = await aCode({ tenantId });
    const body = { enrollment_code: code, csr_pem: await makeCsr(await makeKey()) };
    const other = await enrolAs(undefined, `?tenant=${await aTenant()}`, body);
    expect(other.status).toBe(403);
    const refusal = { error: "tenant_forbidden", retryable: false, action: "stop" };
    expect(await other.json()).toMatchObject(refusal);
    const own = await enrolAs(undefined, `?tenant=${tenantId}`, body);
    expect(await own.json()).toMatchObject({ tenant_id: tenantId });
  });
});
