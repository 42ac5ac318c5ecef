import { Hono } from "hono";
import { doerOf } from "../access/person-of.ts";
import { json, refuseField, settle } from "../http/index.ts";
import { operation, valid } from "../http/contract/index.ts";
import type { Rampart } from "../platform/index.ts";
import { needTenantInPath } from "../tenants/need-tenant-in-path.ts";
import { changeKeySettings } from "./change-key-settings.ts";
import { changeVersion } from "./change-version.ts";
import { keyAccessOf } from "./key-access.ts";
import * as trail from "./trail/schemas.ts";
import * as schemas from "./key-schemas.ts";
import { oldVersionHeader } from "./old-version-header.ts";
import { showKey } from "./show-key.ts";
import { listDecrypts } from "./trail/list-decrypts.ts";

/**
 * Looking after a tenant's key. No key is ever shown. `needTenantInPath` comes first, so that an id of no
 * tenant creates no keyring object.
 */
export const keyRoutes = new Hono<Rampart>();

keyRoutes.get(
  "/encryption/keys/:tenantId",
  operation({ operationId: "getKeyStatus" }),
  valid("param", schemas.keyParam),
  async (c) => {
    const tenantId = await needTenantInPath(c, c.req.valid("param").tenantId);
    return json(c, settle(await showKey(keyAccessOf(c), tenantId)));
  },
);

keyRoutes.patch(
  "/encryption/keys/:tenantId",
  operation({ operationId: "changeKeySettings" }),
  valid("param", schemas.keyParam),
  valid("json", schemas.settingsChange),
  async (c) => {
    const tenantId = await needTenantInPath(c, c.req.valid("param").tenantId);
    const access = keyAccessOf(c);
    const change = c.req.valid("json");
    const settledAt = settle(await changeKeySettings(access, tenantId, change, doerOf(c)));
    return json(c, settle(await showKey(access, tenantId)), 200, oldVersionHeader(settledAt));
  },
);

keyRoutes.post(
  "/encryption/keys/:tenantId/versions/:version/:change",
  operation({ operationId: "changeKeyVersion" }),
  valid("param", schemas.versionParam),
  async (c) => {
    const { tenantId: named, version, change } = c.req.valid("param");
    const tenantId = await needTenantInPath(c, named);
    const access = keyAccessOf(c);
    settle(await changeVersion(access, tenantId, version, change, doerOf(c)));
    return json(c, settle(await showKey(access, tenantId)));
  },
);

keyRoutes.get(
  "/encryption/keys/:tenantId/decrypts",
  operation({ operationId: "listDecrypts" }),
  valid("param", schemas.keyParam),
  valid("query", trail.decryptsQuery),
  async (c) => {
    const tenantId = await needTenantInPath(c, c.req.valid("param").tenantId);
    if (c.req.query("context") !== undefined) {
      settle(refuseField("context", "must stand in the body of a POST: logs keep addresses"));
    }
    return json(c, settle(await listDecrypts(c.env, tenantId, c.req.valid("query"))));
  },
);

keyRoutes.post(
  "/encryption/keys/:tenantId/decrypts",
  operation({ operationId: "findDecrypts" }),
  valid("param", schemas.keyParam),
  valid("json", trail.decryptsOfContext),
  async (c) => {
    const tenantId = await needTenantInPath(c, c.req.valid("param").tenantId);
    return json(c, settle(await listDecrypts(c.env, tenantId, c.req.valid("json"))));
  },
);
