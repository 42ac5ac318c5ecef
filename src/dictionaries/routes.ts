import { Hono, type Context } from "hono";
import * as z from "zod";
import { personOf } from "../access/person-of.ts";
import type { Reach } from "../access/principal.ts";
import { answerUnlessKnown, json, noContent, settle } from "../http/index.ts";
import { MAX_ID, operation, valid } from "../http/contract/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { claimKnownTenant } from "../tenants/claim-known-tenant.ts";
import { changeDictionary } from "./change-dictionary.ts";
import { createDictionary } from "./create-dictionary.ts";
import { entityTag } from "./entity-tag.ts";
import { noSuchDictionary, type Edit } from "./refusals.ts";
import { removeDictionary } from "./remove-dictionary.ts";
import * as schemas from "./schemas.ts";
import { findDictionary, listDictionaries, showDictionary } from "./store.ts";

/** Keeps the edge from compressing: it would make the tag weak, and If-Match takes no weak tag. */
const AS_IT_IS = "no-transform";
const param = z.object({ id: z.string().max(MAX_ID) });

export const dictionaryRoutes = new Hono<Rampart>();

dictionaryRoutes.post(
  "/detection-dictionaries",
  operation({ operationId: "createDetectionDictionary" }),
  valid("json", schemas.newDictionary, { maxBytes: schemas.MAX_BODY_BYTES }),
  async (c) => {
    const order = c.req.valid("json");
    const now = c.get("platform").now();
    const row = settle(await createDictionary(database(c.env), personOf(c), order, now));
    const headers = { etag: entityTag(row), "cache-control": `no-store, ${AS_IT_IS}` };
    return json(c, showDictionary(row), 200, headers);
  },
);

dictionaryRoutes.get(
  "/detection-dictionaries",
  operation({ operationId: "listDetectionDictionaries" }),
  valid("query", schemas.dictionaryList),
  async (c) => {
    const filter = c.req.valid("query");
    const reach = await reachOfList(c, filter.tenantId);
    const rows = await listDictionaries(database(c.env), reach, filter);
    return json(c, rows.map(showDictionary));
  },
);

dictionaryRoutes.get(
  "/detection-dictionaries/:id",
  operation({ operationId: "getDetectionDictionary" }),
  valid("param", param),
  async (c) => {
    const { reach } = c.get("principal");
    const found = await findDictionary(database(c.env), reach, c.req.valid("param").id);
    const row = settle(found ?? noSuchDictionary());
    if (row.tenantId !== null) c.get("call").about.tenantId = row.tenantId;
    const headers = { etag: entityTag(row), "cache-control": `private, no-cache, ${AS_IT_IS}` };
    return answerUnlessKnown(c, headers, () => json(c, showDictionary(row), 200, headers));
  },
);

dictionaryRoutes.patch(
  "/detection-dictionaries/:id",
  operation({ operationId: "changeDetectionDictionary" }),
  valid("param", param),
  valid("json", schemas.dictionaryPartial, { maxBytes: schemas.MAX_BODY_BYTES }),
  async (c) => {
    const edit = editOf(c, c.req.valid("param").id);
    const row = settle(await changeDictionary(database(c.env), edit, c.req.valid("json")));
    return noContent(c, { etag: entityTag(row) });
  },
);

dictionaryRoutes.delete(
  "/detection-dictionaries/:id",
  operation({ operationId: "deleteDetectionDictionary" }),
  valid("param", param),
  async (c) => {
    settle(await removeDictionary(database(c.env), editOf(c, c.req.valid("param").id)));
    return noContent(c);
  },
);

function editOf(c: Context<Rampart>, id: string): Edit {
  const now = c.get("platform").now();
  return { author: personOf(c), id, ifMatch: c.req.header("if-match"), now };
}

/** A list is of one tenant at a time, to keep it within its bounds, and of the global dictionaries. */
async function reachOfList(c: Context<Rampart>, tenantId: string | undefined): Promise<Reach> {
  const principal = c.get("principal");
  if (tenantId !== undefined) {
    return [settle(await claimKnownTenant(database(c.env), principal, tenantId))];
  }
  const { reach } = principal;
  return reach === "all" || reach.length > 1 ? [] : reach;
}
