import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { refreshSources } from "../../../src/intel/jobs.ts";
import type { ShownSource } from "../../../src/intel/source-schemas.ts";
import { putSource } from "../../../src/intel/store.ts";
import { database, livePlatform } from "../../../src/platform/index.ts";
import { call } from "../../support/call.ts";
import { aName, aSource } from "../../support/intel.ts";
import { anOperator } from "../../support/people.ts";

it("an answer that is only a part of a feed (206) is refused; the feed before stays live", async () => {
  const address = "https://feeds.rampart.dev/part.txt";
  const id = await aSource({ address, refresh: true, intervalSeconds: 300 });
  const names = Array.from({ length: 4 }, aName);
  const start = Date.now();
  const after = async (minutes: number, status: number, lines: string[]) => {
    const now = () => start + minutes * 60_000;
    const fetch = async () => new Response(lines.join("\n"), { status });
    await refreshSources(env, { ...livePlatform, log: () => {}, now, fetch });
    const listed = await call("GET", "/admin/intel/sources", { as: await anOperator() });
    const { items } = await listed.json<{ items: ShownSource[] }>();
    return items.find((one) => one.id === id);
  };
  expect(await after(0, 200, names)).toMatchObject({ status: "live", rows: 4 });
  expect(await after(6, 206, names.slice(0, 3))).toMatchObject({
    status: "failed",
    rows: 4,
    lastError: "The source answered 206.",
  });
  expect(await after(12, 203, names.slice(0, 3))).toMatchObject({ status: "live", rows: 3 });
  await putSource(database(env), id, { refresh: false });
});
