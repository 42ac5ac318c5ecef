import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { recallDictionaries } from "../../../src/inspection/dictionaries/recall-dictionaries.ts";
import { livePlatform } from "../../../src/platform/index.ts";
import { aTenant } from "../../support/people.ts";

/** A tenant with one dictionary whose row claims this number of bytes. */
async function aTenantWith(bytes: number, kind = "terms", entries = 1): Promise<string> {
  const tenant = await aTenant();
  await addTo(tenant, "d", bytes, kind, entries);
  return tenant;
}

async function addTo(tenant: string, name: string, bytes: number, kind: string, entries: number) {
  const words = Array.from({ length: entries }, (_, at) => ({ value: `word${at}`, weight: 1 }));
  await env.DB.prepare(
    `insert into dictionaries values (?1, ?2, ?6, '', ?4, ?5, ?3,
      'low', null, 1, '["inspection"]', '[]', 1, 0, 0)`,
  )
    .bind(`${name}-${tenant}`, tenant, bytes, kind, JSON.stringify(words), name)
    .run();
}

const recallAll = async (tenantId: string, at = 1_000) => {
  const platform = { ...livePlatform, now: () => at };
  return recallDictionaries({ env, platform, tenantId });
};

const recall = async (tenantId: string) =>
  (await recallAll(tenantId))?.find(({ name }) => name === "d");

it.each([
  ["large dictionaries", () => aTenantWith(4e6)],
  ["many patterns", () => aTenantWith(100_000, "regex", 500)],
])(
  "an isolate drops a dictionary from memory when it reads %s of other tenants",
  async (_, make) => {
    const [small, ...large] = await Promise.all([aTenantWith(100), make(), make(), make()]);
    const first = await recall(small ?? "");
    expect(first).toBeDefined();
    expect(await recall(small ?? "")).toBe(first);
    for (const tenant of large) await recall(tenant);
    const again = await recall(small ?? "");
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
  },
);

it("an isolate holds ten dictionaries of patterns of one tenant in memory", async () => {
  const tenant = await aTenant();
  const names = Array.from({ length: 10 }, (_, at) => `d${at}`);
  await Promise.all(names.map((name) => addTo(tenant, name, 5_000, "regex", 100)));
  // The first read may have to make room.
  await recallAll(tenant);
  const held = await recallAll(tenant);
  expect(held).toHaveLength(10);
  expect(await recallAll(tenant)).toBe(held);
});

it("a dictionary of another isolate counts after 15 seconds at the latest", async () => {
  const tenant = await aTenantWith(100);
  const known = async (at: number) => (await recallAll(tenant, at))?.length;
  expect(await known(20_000)).toBe(1);
  await addTo(tenant, "another", 100, "terms", 1);
  expect([await known(34_999), await known(35_000)]).toEqual([1, 2]);
});
