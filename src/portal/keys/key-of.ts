import type { Context } from "hono";
import { settle } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { noSuchKey } from "../../tenants/api-keys/change-api-key.ts";
import { findApiKey, showApiKey } from "../../tenants/api-keys/store.ts";
import { readUsage } from "../../tenants/usage/read-usage.ts";
import type { Desk } from "../frame/desk.ts";

/** The key of the path. */
export async function keyOf(c: Context<Rampart, string>, { tenantId, db, now }: Desk) {
  const id = c.req.param("keyId") ?? "";
  const row = settle((await findApiKey(db, tenantId, id)) ?? noSuchKey());
  const { lastUses } = await readUsage(c.env, tenantId, now);
  return showApiKey(row, lastUses[id], now);
}
