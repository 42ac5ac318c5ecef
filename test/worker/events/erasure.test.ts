import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { eventErasers } from "../../../src/events/erase-tenant.ts";
import { database, livePlatform } from "../../../src/platform/index.ts";
import { aTenant } from "../../support/people.ts";

it("an erasure takes a tenant's marks of archived events, and none of a tenant whose id begins alike", async () => {
  const tenantId = await aTenant();
  const kept = [`${tenantId}0/a/1`, `${tenantId}-/a/1`, `${tenantId}a/a/1`];
  const keys = [`${tenantId}/a/1`, `${tenantId}/~/2`, ...kept];
  await env.DB.prepare("INSERT INTO events_done SELECT value, 0, NULL FROM json_each(?)")
    .bind(JSON.stringify(keys))
    .run();
  const site = { env, platform: livePlatform, db: database(env), tenantId, by: "test" };
  const marks = eventErasers.find(({ name }) => name === "events_done");
  expect(await marks?.erase(site, "")).toEqual({ gone: 2, next: undefined });
  const left = env.DB.prepare("SELECT key FROM events_done WHERE key LIKE ? || '%' ORDER BY key");
  const { results } = await left.bind(tenantId).all<{ key: string }>();
  expect(results.map(({ key }) => key)).toEqual(kept.toSorted());
  await env.DB.prepare("DELETE FROM events_done WHERE key LIKE ? || '%'").bind(tenantId).run();
});
