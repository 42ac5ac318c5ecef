import { Hono } from "hono";
import { doerOf } from "../access/person-of.ts";
import { json, settle } from "../http/index.ts";
import { idempotencyHeader, operation, roomFor, valid } from "../http/contract/index.ts";
import type { Rampart } from "../platform/index.ts";
import { claimBodyTenant } from "./claim-body-tenant.ts";
import { decryptField } from "./decrypt.ts";
import { keyAccessOf } from "./key-access.ts";
import { encryptField } from "./encrypt.ts";
import { MAX_CONTEXT_BYTES, MAX_VALUE_BYTES } from "./limits.ts";
import { provisionKey } from "./provision.ts";
import { rewrapField } from "./rewrap.ts";
import { rotateKey } from "./rotate.ts";
import * as schemas from "./schemas.ts";
import { oldVersionHeader } from "./old-version-header.ts";

const body = { maxBytes: roomFor(MAX_VALUE_BYTES + MAX_CONTEXT_BYTES) };

/** Called by a company's own services, with a service key. */
export const encryptionRoutes = new Hono<Rampart>();

encryptionRoutes.post(
  "/encryption/encrypt",
  operation({ operationId: "encryptField" }),
  valid("json", schemas.encryptRequest, body),
  async (c) => {
    const { tenantId: named, ...plain } = c.req.valid("json");
    const tenantId = claimBodyTenant(c, named);
    const { encrypted } = settle(await encryptField(keyAccessOf(c), tenantId, plain));
    return json(c, { tenantId, encrypted });
  },
);

encryptionRoutes.post(
  "/encryption/decrypt",
  operation({ operationId: "decryptField" }),
  valid("json", schemas.decryptRequest, body),
  async (c) => {
    const { tenantId: named, ...sealed } = c.req.valid("json");
    const tenantId = claimBodyTenant(c, named);
    const decrypted = settle(await decryptField(keyAccessOf(c), tenantId, sealed, doerOf(c)));
    return json(c, { tenantId, decrypted });
  },
);

encryptionRoutes.post(
  "/encryption/provision-key",
  operation({ operationId: "provisionKey" }),
  valid("json", schemas.tenantRequest),
  async (c) => {
    const tenantId = claimBodyTenant(c, c.req.valid("json").tenantId);
    const keyVersion = settle(await provisionKey(keyAccessOf(c), tenantId, doerOf(c)));
    return json(c, { tenantId, keyVersion });
  },
);

encryptionRoutes.post(
  "/encryption/rotate-key",
  operation({ operationId: "rotateKey" }),
  valid("header", idempotencyHeader),
  valid("json", schemas.tenantRequest),
  async (c) => {
    const tenantId = claimBodyTenant(c, c.req.valid("json").tenantId);
    const { "idempotency-key": idempotencyKey } = c.req.valid("header");
    const done = settle(await rotateKey(keyAccessOf(c), tenantId, doerOf(c), idempotencyKey));
    const { oldVersion, newVersion, settledAt, replayed } = done;
    const headers = oldVersionHeader(settledAt);
    if (replayed) headers["idempotency-replayed"] = "true";
    return json(c, { tenantId, oldVersion, newVersion }, 200, headers);
  },
);

encryptionRoutes.post(
  "/encryption/rewrap",
  operation({ operationId: "rewrapField" }),
  valid("json", schemas.decryptRequest, body),
  async (c) => {
    const { tenantId: named, ...sealed } = c.req.valid("json");
    const tenantId = claimBodyTenant(c, named);
    const done = settle(await rewrapField(keyAccessOf(c), tenantId, sealed, doerOf(c)));
    return json(c, { tenantId, ...done });
  },
);
