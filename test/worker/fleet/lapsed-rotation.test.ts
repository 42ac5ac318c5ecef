import { expect, it } from "vitest";
import { anAgent, errorOf, tlsOf } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { makeKey } from "../../support/make-csr.ts";
import { aNewOperator, anOperator } from "../../support/people.ts";

const DAY_MS = 86_400_000;
const UNKNOWN = "401 certificate_unknown re_enroll";

it("GET /agents/{id} of a silent agent shows no new certificate that has lapsed", async () => {
  const agent = await anAgent();
  expect((await agent.rotate(await makeKey())).status).toBe(200);
  const authorization = `Bearer ${await anOperator()}`;
  const seenAt = async (now: number) => {
    const { request } = anApp({ now: () => now });
    const answer = await request(`http://rampart.test/agents/${agent.id}`, {
      headers: { authorization },
    });
    const { cert } = await answer.json<{ cert: { cert_status: string; pending?: object } }>();
    return [cert.cert_status, cert.pending !== undefined];
  };
  const rotatedAt = Date.now();
  expect(await seenAt(rotatedAt + 7 * DAY_MS - 60_000)).toEqual(["pending_activation", true]);
  expect(await seenAt(rotatedAt + 7 * DAY_MS + 1)).toEqual(["valid", false]);
  expect(await seenAt(rotatedAt + 28 * DAY_MS)).toEqual(["expiring", false]);
});

it("DELETE /agents/{id} revokes no certificate that has lapsed, and the lapsed one is unknown then", async () => {
  const agent = await anAgent();
  const late = Date.now() + 8 * DAY_MS;
  const { request } = anApp({ now: () => late });
  const send = (path: string, pem: string) =>
    request(`http://rampart.test${path}`, { cf: { tlsClientAuth: tlsOf(pem) } });
  const rotated = await agent.rotate(await makeKey());
  const { client_cert_pem: lapsed } = await rotated.json<{ client_cert_pem: string }>();
  // Refused calls write nothing, so the certificate still stands in the agent's record.
  expect(await errorOf(await send("/agents/me", lapsed))).toBe(UNKNOWN);
  const authorization = `Bearer ${await aNewOperator(undefined, late)}`;
  const removed = await request(`http://rampart.test/agents/${agent.id}`, {
    method: "DELETE",
    headers: { authorization },
  });
  expect(await removed.json()).toMatchObject({ certificates_revoked: 1 });
  expect(await errorOf(await send("/agents/me", lapsed))).toBe(UNKNOWN);
  expect(await errorOf(await send("/agents/me", agent.pem))).toBe("403 agent_deregistered stop");
});
