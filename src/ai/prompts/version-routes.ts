import { Hono } from "hono";
import { personOf } from "../../access/person-of.ts";
import { created, json, refuse, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { openTenantOf, tenantOf } from "../caller.ts";
import { createVersion } from "./create-version.ts";
import { byNumber, nameOf } from "./find-prompt.ts";
import { ownerOf } from "./owner-of.ts";
import { showVersion, showVersions } from "./show-versions.ts";
import { inTenant } from "../schemas.ts";
import * as schemas from "./version-schemas.ts";

export const versionRoutes = new Hono<Rampart>();

versionRoutes.get(
  "/ai/prompts/versions",
  operation({ operationId: "listPromptVersions" }),
  valid("query", schemas.versionsQuery),
  async (c) => {
    const { tenantId } = c.req.valid("query");
    const { reach, subject } = personOf(c);
    const known = reach === "all" ? [] : [...reach];
    const owners = tenantId === undefined ? known : [await tenantOf(c, tenantId)];
    return json(c, await showVersions(database(c.env), owners, subject, c.get("platform").now()));
  },
);

versionRoutes.post(
  "/ai/prompts/versions",
  operation({ operationId: "createPromptVersion" }),
  valid("json", schemas.newVersion, { maxBytes: schemas.MAX_VERSION_BYTES }),
  async (c) => {
    const order = c.req.valid("json");
    const owner = await ownerOf(c, order.tenantId, openTenantOf);
    const db = database(c.env);
    const now = c.get("platform").now();
    const made = settle(await createVersion(db, personOf(c), owner, order, now));
    const shown = await showVersion(db, made, owner, personOf(c).subject, now);
    const address = `/ai/prompts/versions/${shown.name}/${shown.version}`;
    return created(c, shown, `${address}?tenantId=${encodeURIComponent(order.tenantId)}`);
  },
);

versionRoutes.get(
  "/ai/prompts/versions/:name/:version",
  operation({ operationId: "getPromptVersion" }),
  valid("param", schemas.versionParam),
  valid("query", inTenant),
  async (c) => {
    const { name, version } = c.req.valid("param");
    const owner = await ownerOf(c, c.req.valid("query").tenantId);
    const { subject } = personOf(c);
    const now = c.get("platform").now();
    const db = database(c.env);
    const found = await byNumber(db, { owner, now }, name, version);
    const none = refuse(404, "not_found", `There is no version ${nameOf({ name, version })}.`);
    return json(c, await showVersion(db, settle(found ?? none), owner, subject, now));
  },
);
