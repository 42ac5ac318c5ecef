import { describe, expect, it } from "vitest";
import { settingsShown } from "../../src/ai/settings/answers.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/platform/index.ts";
import { anAppWithAiSearch, aTenantOf } from "../support/vector-tenant.ts";

const FACT = "The physician mended a defective automobile.";
const REASON = "unknown_error";

/** A tenant with one piece that the service never indexes. */
async function aTenantWithAFailure() {
  const app = anAppWithAiSearch();
  const tenant = await aTenantOf(app);
  const { peer } = app;
  const synced: string[] = [];
  peer.unfit = (text) => {
    if (!text.includes(FACT)) return undefined;
    synced.push(text);
    return REASON;
  };
  await tenant.put(FACT);
  await tenant.step();
  const failing = async () => {
    const { tenantId, as } = tenant;
    const answer = await app.ask("GET", `/ai/settings?tenantId=${tenantId}`, as);
    return settingsShown.parse(await answer.json()).effective.vectors?.failing;
  };
  /** Rings the alarm so long after now, and gives in how many milliseconds it rings again. */
  const ringAfter = async (ms: number) => {
    await tenant.pass(ms);
    await tenant.step();
    return tenant.ringsIn();
  };
  return { ...tenant, peer, synced, failing, ringAfter };
}

describe("an item that AI Search does not index", () => {
  it("is sent again after a quarter of the time for which it has failed, at least 5 minutes and at most 6 hours", async () => {
    const { ringsIn, ringAfter } = await aTenantWithAFailure();
    const waits = [await ringsIn()];
    for (const age of [10 * MINUTE_MS, 2 * HOUR_MS, DAY_MS, 9 * DAY_MS]) {
      waits.push(await ringAfter(age));
    }
    const minutes = waits.map((wait = 0) => Math.round(wait / MINUTE_MS));
    expect(minutes).toEqual([5, 5, 30, 360, 360]);
  });

  it("is not sent again before its time, while new pieces that failed are", async () => {
    const { peer, synced, put, step, ringAfter } = await aTenantWithAFailure();
    await ringAfter(DAY_MS);
    const before = synced.length;
    const late = "Bananas are shipped on Mondays.";
    let tries = 0;
    const old = peer.unfit;
    peer.unfit = (text) => {
      if (!text.includes(late)) return old(text);
      tries += 1;
      return REASON;
    };
    await put(late);
    await step();
    expect([synced.length, tries]).toEqual([before, 2]);
    await ringAfter(DAY_MS + 6 * MINUTE_MS);
    expect([synced.length, tries]).toEqual([before, 3]);
    await ringAfter(DAY_MS + 7 * HOUR_MS);
    expect([synced.length, tries]).toEqual([before + 1, 4]);
  });

  it("is shown in the settings with the time of its first failure until it is indexed", async () => {
    const { peer, failing, ringAfter, settle, ringsIn } = await aTenantWithAFailure();
    await ringAfter(DAY_MS);
    const shown = await failing();
    expect(shown?.pieces).toBe(1);
    const wait = Date.parse(shown?.nextTryAt ?? "") - Date.parse(shown?.since ?? "");
    expect(Math.round(wait / HOUR_MS)).toBe(30);
    peer.unfit = () => undefined;
    await ringAfter(2 * DAY_MS);
    await settle();
    expect(await failing()).toBeUndefined();
    expect(await ringsIn()).toBeUndefined();
  });

  it("is no longer shown when its document is removed", async () => {
    const { put, remove, failing, settle } = await aTenantWithAFailure();
    const other = await put(`${FACT} Again.`);
    await settle();
    expect((await failing())?.pieces).toBe(2);
    await remove(other);
    expect((await failing())?.pieces).toBe(1);
  });
});
