import { Hono } from "hono";
import { personOf } from "../../access/person-of.ts";
import { json, refuse, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { openTenantOf, tenantOf } from "../caller.ts";
import { createVersion } from "./create-version.ts";
import { byNumber, nameOf } from "./find-prompt.ts";
import { ownerOf } from "./owner-of.ts";
import { showVersion, showVersions } from "./show-versions.ts";
import { inTenant } from "../schemas.ts";
import * as schemas from "./version-schemas.ts";

const tags = ["AI prompts"];

export const versionRoutes = new Hono<Rampart>();

versionRoutes.get(
  "/ai/prompts/versions",
  operation({
    operationId: "listPromptVersions",
    summary: "List the prompt versions that requests may name",
    description:
      "Those of the caller's tenants, those of all and the built-in one; for operators those of `tenantId`.",
    tags,
    responses: { 200: { description: "All of them", schema: schemas.versions } },
  }),
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
  operation({
    operationId: "createPromptVersion",
    summary: "Write a new version of a prompt; none is ever changed",
    description:
      "Templates name `{{fence}}`, between which documents stand, and may name `{{language}}` and the variables given.",
    tags,
    responses: {
      201: { description: "The version", schema: schemas.versionShown },
      409: { description: "There are as many versions as there may be" },
    },
  }),
  valid("json", schemas.newVersion),
  async (c) => {
    const order = c.req.valid("json");
    const owner = await ownerOf(c, order.tenantId, openTenantOf);
    const db = database(c.env);
    const now = c.get("platform").now();
    const made = settle(await createVersion(db, personOf(c), owner, order, now));
    return json(c, await showVersion(db, made, owner, personOf(c).subject, now), 201);
  },
);

versionRoutes.get(
  "/ai/prompts/versions/:name/:version",
  operation({
    operationId: "getPromptVersion",
    summary: "Read a version with its text, and whether it was evaluated",
    tags,
    responses: { 200: { description: "The version", schema: schemas.versionShown } },
  }),
  valid("param", schemas.versionParam),
  valid("query", inTenant),
  async (c) => {
    const { name, version } = c.req.valid("param");
    const owner = await ownerOf(c, c.req.valid("query").tenantId);
    const { subject } = personOf(c);
    const now = c.get("platform").now();
    const db = database(c.env);
    const found = await byNumber(db, { owner, subject, now }, name, version);
    const none = refuse(404, "not_found", `There is no version ${nameOf({ name, version })}.`);
    return json(c, await showVersion(db, settle(found ?? none), owner, subject, now));
  },
);
