import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { ROTATION_RATE } from "../../../src/fleet/agent/bucket.ts";
import { anAgent, tlsOf } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";

it("an agent that rotates again and again while its CA is unreachable gets 429, and leaves few keys", async () => {
  const agent = await anAgent();
  const away = () => Promise.resolve(new Response(null, { status: 503 }));
  const EST_CA = { fetch: away } as unknown as Fetcher;
  let now = Date.now();
  const est = { AGENT_ISSUER: "est", EST_URL: "https://ca.test", EST_CA };
  const { request } = anApp({ now: () => now }, est);
  const tryAnother = async () => {
    const { status } = await request(`http://rampart.test/agents/${agent.id}/rotate-cert`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ csr_pem: await makeCsr(await makeKey()) }),
      cf: { tlsClientAuth: tlsOf(agent.pem) },
    });
    return status;
  };
  const statuses = [];
  for (let n = 0; n < ROTATION_RATE.burst + 5; n += 1) statuses.push(await tryAnother());
  expect(statuses.filter((status) => status === 503)).toHaveLength(ROTATION_RATE.burst);
  expect(statuses.slice(ROTATION_RATE.burst)).toEqual([429, 429, 429, 429, 429]);
  const kept = await env.DB.prepare("SELECT count(*) AS n FROM agent_keys WHERE agent_id = ?")
    .bind(agent.id)
    .first("n");
  expect(kept).toBeLessThanOrEqual(ROTATION_RATE.burst + 1);
  now += 1000 / ROTATION_RATE.perSecond;
  expect(await tryAnother()).toBe(503);
});
