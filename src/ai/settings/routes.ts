import { Hono, type Context } from "hono";
import { personOf } from "../../access/person-of.ts";
import { json, noContent, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import { surroundingsOf, type Rampart } from "../../platform/index.ts";
import { tenantOf } from "../caller.ts";
import { removeProvider, saveProvider, type ProviderChange } from "./change-provider.ts";
import { changeSettings } from "./change-settings.ts";
import { inTenant } from "../schemas.ts";
import * as schemas from "./schemas.ts";
import { showProvider, showSettings } from "./show-settings.ts";

export const aiSettingsRoutes = new Hono<Rampart>();

aiSettingsRoutes.get(
  "/ai/settings",
  operation({ operationId: "getAiSettings" }),
  valid("query", inTenant),
  async (c) => {
    const tenantId = await tenantOf(c, c.req.valid("query").tenantId);
    return json(c, await showSettings(c.env, tenantId));
  },
);

aiSettingsRoutes.patch(
  "/ai/settings",
  operation({ operationId: "changeAiSettings" }),
  valid("json", schemas.settingsChange),
  async (c) => {
    const change = c.req.valid("json");
    const tenantId = await tenantOf(c, change.tenantId);
    const now = c.get("platform").now();
    settle(await changeSettings(c.env, personOf(c), tenantId, change, now));
    return json(c, await showSettings(c.env, tenantId));
  },
);

aiSettingsRoutes.put(
  "/ai/settings/providers/:name",
  operation({ operationId: "putAiProvider" }),
  valid("param", schemas.providerParam),
  valid("json", schemas.providerOrder),
  async (c) => {
    const order = c.req.valid("json");
    const change = await providerChangeOf(c, order.tenantId, c.req.valid("param").name);
    const row = settle(await saveProvider(change, order, new URL(c.req.url).hostname));
    return json(c, showProvider(row));
  },
);

aiSettingsRoutes.delete(
  "/ai/settings/providers/:name",
  operation({ operationId: "deleteAiProvider" }),
  valid("param", schemas.providerParam),
  valid("query", inTenant),
  async (c) => {
    const { name } = c.req.valid("param");
    settle(await removeProvider(await providerChangeOf(c, c.req.valid("query").tenantId, name)));
    return noContent(c);
  },
);

async function providerChangeOf(
  c: Context<Rampart>,
  named: string,
  name: string,
): Promise<ProviderChange> {
  const tenantId = await tenantOf(c, named);
  return { ...surroundingsOf(c), by: personOf(c), tenantId, name };
}
