import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { refreshSources } from "../../../src/intel/jobs.ts";
import type { ShownSource } from "../../../src/intel/source-schemas.ts";
import { putSource } from "../../../src/intel/store.ts";
import { database, livePlatform } from "../../../src/platform/index.ts";
import { freshnessOf } from "../../../src/portal/sources/freshness.tsx";
import { call } from "../../support/call.ts";
import { aName, aSource } from "../../support/intel.ts";
import { anOperator } from "../../support/people.ts";

const INTERVAL_SECONDS = 300;

it("a feed whose publisher says each time that it has not changed is not late", async () => {
  const about = { refresh: true, intervalSeconds: INTERVAL_SECONDS };
  const id = await aSource({ ...about, address: "https://feeds.rampart.dev/unchanged.txt" });
  const feed = () => new Response(aName(), { headers: { etag: '"1"' } });
  const unchanged = () => new Response(null, { status: 304 });
  const end = Date.now();
  for (const turn of [4, 3, 2, 1, 0]) {
    const now = end - turn * INTERVAL_SECONDS * 1_000;
    const fetch = async () => (turn === 4 ? feed() : unchanged());
    await refreshSources(env, { ...livePlatform, now: () => now, log: () => undefined, fetch });
  }
  const answer = await call("GET", "/admin/intel/sources", { as: await anOperator() });
  const { items } = await answer.json<{ items: ShownSource[] }>();
  const source = items.find((one) => one.id === id);
  expect(source).toMatchObject({ status: "live", rows: 1 });
  expect(source && freshnessOf(source)).toBe("fresh");
  await putSource(database(env), id, { refresh: false });
});
