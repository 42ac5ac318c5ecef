import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { aCode } from "../support/agent.ts";
import { aboutAgent, byAgent } from "../support/faults/fleet-requests.ts";
import { aNew, byMember, byOperator, made } from "../support/faults/requests.ts";
import type { Ready } from "../support/faults/send.ts";
import { sweep, type Prepare } from "../support/faults/sweep.ts";
import { makeCsr, makeKey } from "../support/make-csr.ts";
import { aMember, aTenant } from "../support/people.ts";

const COLLECTORS = "/admin/fleet/collectors";
const POLICIES = "/admin/policies";
const aPolicy = (tenantId: string) => ({ tenantId, name: aNew(), document: { a: 1 } });
const aCsr = async () => makeCsr(await makeKey());

async function ofPolicy(
  method: string,
  path: (id: string) => string,
  body: (tenantId: string, id: string) => object,
): Promise<Ready> {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const { id } = await made<{ id: string }>("POST", POLICIES, as, aPolicy(tenantId));
  return { method, path: path(id), as, body: body(tenantId, id) };
}

async function anEnrolment(): Promise<Ready> {
  const { code, id } = await aCode();
  const body = { enrollment_code: code, csr_pem: await aCsr() };
  const query = env.DB.prepare(`SELECT used, revoked_at, (SELECT count(*) FROM agents
    WHERE code_id = ?1) AS agents FROM enrollment_codes WHERE id = ?1`);
  return { method: "POST", path: "/enroll", body, look: () => query.bind(id).first() };
}

const ROWS: Record<string, Prepare> = {
  "POST /enroll": anEnrolment,
  "POST /enroll by an operator": async () =>
    byOperator("POST", `/enroll?tenant=${await aTenant()}`, { csr_pem: await aCsr() }),
  "POST /agents/{id}/checkin": () =>
    byAgent(
      "POST",
      ({ id }) => `/agents/${id}/checkin`,
      () => ({ agent: { version: "1.2.3" } }),
    ),
  "POST /agents/{id}/events": () =>
    byAgent(
      "POST",
      ({ id }) => `/agents/${id}/events`,
      () => ({ eventId: aNew() }),
    ),
  "POST /agents/{id}/rotate-cert": () =>
    byAgent(
      "POST",
      ({ id }) => `/agents/${id}/rotate-cert`,
      async ({ key }) => ({ csr_pem: await makeCsr(key) }),
    ),
  "POST /agents/{id}/rotate-cert to another key": () =>
    byAgent(
      "POST",
      ({ id }) => `/agents/${id}/rotate-cert`,
      async () => ({ csr_pem: await aCsr() }),
    ),
  "DELETE /agents/{id} by the agent": () => byAgent("DELETE", ({ id }) => `/agents/${id}`),
  "DELETE /agents/{id} by an operator": () => aboutAgent("DELETE", ({ id }) => `/agents/${id}`),
  "POST .../revoke": () =>
    aboutAgent("POST", ({ tenantId, id }) => `${COLLECTORS}/${tenantId}/${id}/revoke`),
  "POST .../resolve-conflict": () =>
    aboutAgent("POST", ({ tenantId, id }) => `${COLLECTORS}/${tenantId}/${id}/resolve-conflict`),
  "POST /admin/enrollment-codes": () =>
    byMember(
      "POST",
      () => "/admin/enrollment-codes",
      (tenantId) => ({ tenantId }),
    ),
  "DELETE /admin/enrollment-codes/{id}": async () =>
    byOperator("DELETE", `/admin/enrollment-codes/${(await aCode()).id}`),
  "GET /agents.csv": async () => {
    const tenantId = await aTenant();
    return { method: "GET", path: "/agents.csv", as: await aMember(tenantId) };
  },
  "POST /admin/policies": () => byMember("POST", () => POLICIES, aPolicy),
  "POST /admin/policies/{id}/revisions": () =>
    ofPolicy(
      "POST",
      (id) => `${POLICIES}/${id}/revisions`,
      () => ({ document: { b: 2 } }),
    ),
  "PUT /admin/policies/assignments": () =>
    ofPolicy(
      "PUT",
      () => `${POLICIES}/assignments`,
      (tenantId, policyId) => ({ tenantId, role: "collector", policyId }),
    ),
  "PATCH /admin/fleet/settings/{tenantId}": () =>
    byMember(
      "PATCH",
      (tenantId) => `/admin/fleet/settings/${tenantId}`,
      () => ({ requireNewKey: true }),
    ),
};

describe("a change during which one store call fails can be sent again and ends as if none had", () => {
  it.each(Object.entries(ROWS))("%s", async (_route, prepare) => {
    expect(await sweep(prepare)).toEqual([]);
  });
});
