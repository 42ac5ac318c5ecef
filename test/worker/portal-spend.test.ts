import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { isRefusal, refuse, type Refusal } from "../../src/http/index.ts";
import { spend } from "../../src/tenants/gate/spend.ts";
import { readUsage } from "../../src/tenants/usage/read-usage.ts";
import { call } from "../support/call.ts";
import { anOperator, aTenant } from "../support/people.ts";

it("a portal call uses units of the quota only if it succeeds, not if it is refused or fails", async () => {
  const tenantId = await aTenant();
  const as = await anOperator();
  // Enough only for the two calls that succeed.
  await call("PATCH", `/admin/tenants/${tenantId}`, { as, body: { monthlyQuota: 2 } });
  const now = Date.now();
  const behind: Promise<unknown>[] = [];
  const outlive = (work: Promise<unknown>) => void behind.push(work);
  const wait = () => Promise.resolve();
  const around = { tenantId, module: "urlsearch", now, outlive, wait } as const;
  const asked = (work: () => Promise<string | Refusal>) => spend(env, around, work);
  const refused = refuse(503, "unavailable", "Later.", { retryAfterSeconds: 1 });
  for (let time = 0; time < 3; time += 1) {
    const outcome = await asked(async () => refused);
    expect(isRefusal(outcome) && outcome.error).toBe("unavailable");
    await expect(asked(() => Promise.reject(new Error("down")))).rejects.toThrow("down");
  }
  for (let time = 0; time < 2; time += 1) expect(await asked(async () => "done")).toBe("done");
  const over = await asked(async () => "done");
  expect(isRefusal(over) && over.error).toBe("quota_exhausted");
  await Promise.all(behind);
  const { rows, used } = await readUsage(env, tenantId, now);
  expect(used).toBe(2);
  expect(rows).toMatchObject([{ module: "urlsearch", calls: 2, units: 2 }]);
});
