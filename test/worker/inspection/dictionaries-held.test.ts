import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { recallDictionaries } from "../../../src/inspection/dictionaries/recall-dictionaries.ts";
import { livePlatform } from "../../../src/platform/index.ts";
import { aTenant } from "../../support/people.ts";

/** A tenant with one dictionary whose entries take so many bytes, it is said. */
async function aTenantWith(bytes: number, kind = "terms", entries = 1): Promise<string> {
  const tenant = await aTenant();
  const words = Array.from({ length: entries }, (_, at) => ({ value: `word${at}`, weight: 1 }));
  await env.DB.prepare(
    `insert into dictionaries values (?1, ?2, 'd', '', ?4, ?5, ?3,
      'low', null, 1, '["inspection"]', '[]', 1, 0, 0)`,
  )
    .bind(`dict-${tenant}`, tenant, bytes, kind, JSON.stringify(words))
    .run();
  return tenant;
}

const recall = async (tenantId: string) => {
  const platform = { ...livePlatform, now: () => 1_000 };
  const found = await recallDictionaries({ env, platform, tenantId });
  return found?.find(({ name }) => name === "d");
};

it.each([
  ["large dictionaries", () => aTenantWith(4e6)],
  ["patterns, short as they are", () => aTenantWith(20_000, "regex", 500)],
])("an isolate holds %s as far as it has memory for them, whoever's they are", async (_, make) => {
  const [small, ...large] = await Promise.all([aTenantWith(100), make(), make(), make()]);
  const first = await recall(small ?? "");
  expect(first).toBeDefined();
  expect(await recall(small ?? "")).toBe(first);
  for (const tenant of large) await recall(tenant);
  const again = await recall(small ?? "");
  expect(again).toEqual(first);
  expect(again).not.toBe(first);
});
