import { beforeAll, describe, expect, it } from "vitest";
import { aCode, anAgent, type TestAgent } from "../../support/agent.ts";
import { call } from "../../support/call.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";
import { anOperator } from "../../support/people.ts";

const KIB = 1024;

let agent: TestAgent;

beforeAll(async () => {
  agent = await anAgent({ body: { labels: { Site: "North Wing" } } });
});

describe("the size of a body", () => {
  it.each([
    ["/agents/{id}/checkin", 32, async () => ({})],
    ["/checkin", 32, async () => ({ agent_id: agent.id })],
    ["/agents/{id}/rotate-cert", 64, async () => ({ csr_pem: await makeCsr(await makeKey()) })],
    [
      "/enroll",
      64,
      async () => ({
        enrollment_code: (await aCode({ tenantId: agent.tenantId })).code,
        csr_pem: await makeCsr(await makeKey()),
      }),
    ],
  ])(
    "POST %s: 200 for %i KiB with trailing blanks, 413 for one byte more",
    async (where, most, make) => {
      const path = where.replace("{id}", agent.id);
      const body = JSON.stringify(await make());
      const large = await agent.call("POST", path, body.padEnd(most * KIB + 1));
      expect(await large.json()).toMatchObject({ statusCode: 413, error: "body_too_large" });
      expect((await agent.call("POST", path, body.padEnd(most * KIB))).status).toBe(200);
    },
  );
});

describe("the filter q of GET /agents", () => {
  it("finds an agent by id, names, addresses and labels, in any case; 400 if blank or beyond 128 characters", async () => {
    const machine = { hostname: "Web-01.Example", machine_id: "M-7", ip: ["10.9.8.7"] };
    const headers = { "cf-connecting-ip": "2001:db8::9" };
    expect((await agent.checkIn({ machine }, { headers })).status).toBe(200);
    const as = await anOperator();
    const found = async (q: string) => {
      const query = `tenant=${agent.tenantId}&q=${encodeURIComponent(q)}`;
      const answer = await call("GET", `/agents?${query}`, { as });
      return (await answer.json<{ total?: number }>()).total ?? answer.status;
    };
    const part = agent.id.slice(9, 20).toUpperCase();
    for (const q of [part, "2001:DB8::9", "SITE=north w", "10.9.8", `  WEB${" ".repeat(128)}`]) {
      expect([q, await found(q)]).toEqual([q, 1]);
    }
    expect(await found("😀".repeat(128))).toBe(0);
    for (const q of [" ", "😀".repeat(129)]) expect([q, await found(q)]).toEqual([q, 400]);
  });
});
