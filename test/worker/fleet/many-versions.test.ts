import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { call } from "../../support/call.ts";
import { aMember, aTenant } from "../../support/people.ts";

const MOST_VERSIONS = 3_000;
const LONGEST = 256;

/** Agents with so many different versions, each as long as a report may have it. */
async function insertVersions(tenantId: string, count: number, filling: string) {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO agents (agent_id, tenant_id, role, region, code_id, enrolled_at, seq, interval_s,
       cert_fingerprint, cert_not_after, cert_expiring_from, policy_id, policy_revision, labels,
       search, version) SELECT printf('%s-%05d', ?1, i), ?1, 'r', 'eu', 'c', 0, 1, 60, 'f', 0, 0,
       'default', 1, '{}', '', substr(printf('1.0.%d+', i) || ?3, 1, ?4) FROM n`,
  )
    .bind(tenantId, count, filling.repeat(LONGEST), LONGEST)
    .run();
}

async function askOlder(filling: string, count = MOST_VERSIONS) {
  const tenantId = await aTenant();
  await insertVersions(tenantId, count, filling);
  const as = await aMember(tenantId);
  return call("GET", "/agents?version_below=2.0.0&limit=1", { as });
}

it("200 for the most versions of agents, each at its longest", async () => {
  const answer = await askOlder("x");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ total: MOST_VERSIONS });
});

it.each([
  ["three bytes", "語"],
  ["six bytes of JSON", "\u0001"],
])(
  "400 for as many of %s a character, which are more than a parameter of D1 may have",
  async (_, filling) => {
    const answer = await askOlder(filling);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ details: [{ path: "version_below" }] });
  },
);

it("400 for one version more", async () => {
  expect((await askOlder("x", MOST_VERSIONS + 1)).status).toBe(400);
});
