import { expect, it } from "vitest";
import { anAgent } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { makeKey } from "../../support/make-csr.ts";
import { anOperator } from "../../support/people.ts";

const DAY_MS = 86_400_000;

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
