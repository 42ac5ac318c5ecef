import { Hono } from "hono";
import { listServiceKeys, listTokens } from "../access/credential-store.ts";
import { personOf } from "../access/person-of.ts";
import { revokeCredential } from "../access/revoke-credential.ts";
import { created, json, noContent, settle } from "../http/index.ts";
import {
  MAX_ID,
  operation,
  pageOf,
  pageRequest,
  pagingOnly,
  searchText,
  valid,
} from "../http/contract/index.ts";
import * as z from "zod";
import { database, type Rampart } from "../platform/index.ts";
import * as schemas from "./credential-schemas.ts";
import { makeServiceKey } from "./make-service-key.ts";
import { makeToken } from "./make-token.ts";
import { showCredential } from "./show-credential.ts";

const q = searchText("the name, how it begins or ends");
const ofPerson = pagingOnly.extend({
  q,
  personId: z.string().min(1).max(MAX_ID).optional(),
});

const keyList = pagingOnly.extend({ q });

/** Bearer tokens for people and programs, and keys for a company's own services. */
export const credentialRoutes = new Hono<Rampart>();

credentialRoutes.post(
  "/admin/tokens",
  operation({ operationId: "issueToken" }),
  valid("json", schemas.newToken),
  async (c) => {
    const order = c.req.valid("json");
    const now = c.get("platform").now();
    const made = settle(await makeToken(database(c.env), personOf(c), order, now));
    const { token, permissions } = made;
    const body = { ...showCredential(made), permissions, token };
    return created(c, body, `/admin/tokens/${body.id}`);
  },
);

credentialRoutes.get(
  "/admin/tokens",
  operation({ operationId: "listTokens" }),
  valid("query", ofPerson),
  async (c) => {
    const { page: number, limit, ...filter } = c.req.valid("query");
    const page = pageRequest({ page: number, limit });
    const { reach } = personOf(c);
    const { items, total } = await listTokens(database(c.env), { ...filter, reach }, page);
    const shown = items.map((row) => ({ ...showCredential(row), permissions: row.permissions }));
    return json(c, pageOf(page, shown, total));
  },
);

credentialRoutes.delete(
  "/admin/tokens/:id",
  operation({ operationId: "revokeToken" }),
  valid("param", schemas.credentialParam),
  async (c) => {
    const { id } = c.req.valid("param");
    const now = c.get("platform").now();
    settle(await revokeCredential(database(c.env), personOf(c), { kind: "token", id }, now));
    return noContent(c);
  },
);

credentialRoutes.post(
  "/admin/service-keys",
  operation({ operationId: "issueServiceKey" }),
  valid("json", schemas.newServiceKey),
  async (c) => {
    const order = c.req.valid("json");
    const now = c.get("platform").now();
    const made = settle(await makeServiceKey(database(c.env), personOf(c), order, now));
    const { key, operations } = made;
    const body = { ...showCredential(made), operations, key };
    return created(c, body, `/admin/service-keys/${body.id}`);
  },
);

credentialRoutes.get(
  "/admin/service-keys",
  operation({ operationId: "listServiceKeys" }),
  valid("query", keyList),
  async (c) => {
    const { q, ...paged } = c.req.valid("query");
    const page = pageRequest(paged);
    const { items, total } = await listServiceKeys(database(c.env), page, q);
    const shown = items.map((row) => ({ ...showCredential(row), operations: row.operations }));
    return json(c, pageOf(page, shown, total));
  },
);

credentialRoutes.delete(
  "/admin/service-keys/:id",
  operation({ operationId: "revokeServiceKey" }),
  valid("param", schemas.credentialParam),
  async (c) => {
    const { id } = c.req.valid("param");
    const now = c.get("platform").now();
    settle(await revokeCredential(database(c.env), personOf(c), { kind: "service_key", id }, now));
    return noContent(c);
  },
);
