import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { recallDictionaries } from "../../../src/inspection/dictionaries/recall-dictionaries.ts";
import { livePlatform } from "../../../src/platform/index.ts";
import { aTenant } from "../../support/people.ts";

/** A tenant with one dictionary whose entries take so many bytes, it is said. */
async function aTenantWith(bytes: number): Promise<string> {
  const tenant = await aTenant();
  await env.DB.prepare(
    `insert into dictionaries values (?1, ?2, 'd', '', 'terms', '[{"value":"word","weight":1}]', ?3,
      'low', null, 1, '["inspection"]', '[]', 1, 0, 0)`,
  )
    .bind(`dict-${tenant}`, tenant, bytes)
    .run();
  return tenant;
}

const recall = async (tenantId: string) => {
  const platform = { ...livePlatform, now: () => 1_000 };
  const found = await recallDictionaries({ env, platform, tenantId });
  return found?.find(({ name }) => name === "d");
};

it("an isolate holds compiled dictionaries as far as it has memory for them, whoever's they are", async () => {
  const [small, ...large] = await Promise.all([100, 4e6, 4e6, 4e6].map(aTenantWith));
  const first = await recall(small ?? "");
  expect(first).toBeDefined();
  expect(await recall(small ?? "")).toBe(first);
  for (const tenant of large) await recall(tenant);
  const again = await recall(small ?? "");
  expect(again).toEqual(first);
  expect(again).not.toBe(first);
});
