import { Hono } from "hono";
import { doerOf } from "../access/person-of.ts";
import { json, settle } from "../http/index.ts";
import { idempotencyHeader, operation, roomFor, valid } from "../http/contract/index.ts";
import type { Rampart } from "../platform/index.ts";
import { claimBodyTenant } from "./claim-body-tenant.ts";
import { decryptField } from "./decrypt.ts";
import { deskOf } from "./desk.ts";
import { encryptField } from "./encrypt.ts";
import { MAX_CONTEXT_BYTES, MAX_VALUE_BYTES } from "./limits.ts";
import { provisionKey } from "./provision.ts";
import { rewrapField } from "./rewrap.ts";
import { rotateKey } from "./rotate.ts";
import * as schemas from "./schemas.ts";
import { OLD_VERSION_HEADER, oldVersionHeader } from "./old-version-header.ts";

const tags = ["Encryption"];
const body = { maxBytes: roomFor(MAX_VALUE_BYTES + MAX_CONTEXT_BYTES) };

const throttled = { description: "Too many refused credentials from this address" };
const failures = {
  404: { description: "The tenant has no key" },
  413: { description: "The value or its context is too long" },
  429: throttled,
  503: { description: "Keys cannot be reached; nothing was done" },
};
/** If the answer was lost, the change may have been made. */
const unknown = {
  description: "Keys cannot be reached; whether it was done, the key's status says",
};
const unopened = {
  400: { description: "Malformed, of an unknown version, or not to be opened; see `error`" },
  403: { description: "Not allowed, or the key version is disabled" },
  410: { description: "The key version was destroyed" },
};

/** Called by a company's own services, with a service key. */
export const encryptionRoutes = new Hono<Rampart>();

encryptionRoutes.post(
  "/encryption/encrypt",
  operation({
    operationId: "encryptField",
    summary: "Encrypt a value for a tenant; only the same context opens it again",
    tags,
    responses: {
      200: { description: "The ciphertext", schema: schemas.encryptResponse },
      ...failures,
    },
  }),
  valid("json", schemas.encryptRequest, body),
  async (c) => {
    const { tenantId: named, ...plain } = c.req.valid("json");
    const tenantId = claimBodyTenant(c, named);
    const { encrypted } = settle(await encryptField(deskOf(c), tenantId, plain));
    return json(c, { tenantId, encrypted });
  },
);

encryptionRoutes.post(
  "/encryption/decrypt",
  operation({
    operationId: "decryptField",
    summary: "Decrypt a value of a tenant",
    tags,
    responses: {
      200: { description: "The value", schema: schemas.decryptResponse },
      ...failures,
      ...unopened,
    },
  }),
  valid("json", schemas.decryptRequest, body),
  async (c) => {
    const { tenantId: named, ...sealed } = c.req.valid("json");
    const tenantId = claimBodyTenant(c, named);
    const decrypted = settle(await decryptField(deskOf(c), tenantId, sealed, doerOf(c)));
    return json(c, { tenantId, decrypted });
  },
);

encryptionRoutes.post(
  "/encryption/provision-key",
  operation({
    operationId: "provisionKey",
    summary: "Make the tenant's key, or name the one it has",
    tags,
    responses: {
      200: { description: "The key's version", schema: schemas.provisionResponse },
      404: { description: "There is no such tenant" },
      429: throttled,
      503: unknown,
    },
  }),
  valid("json", schemas.tenantRequest),
  async (c) => {
    const tenantId = claimBodyTenant(c, c.req.valid("json").tenantId);
    const keyVersion = settle(await provisionKey(deskOf(c), tenantId, doerOf(c)));
    return json(c, { tenantId, keyVersion });
  },
);

encryptionRoutes.post(
  "/encryption/rotate-key",
  operation({
    operationId: "rotateKey",
    summary: "Make the next version of the tenant's key the current one",
    description:
      "Old ciphertexts still decrypt. `Old-Version-Ends-At` says from when on no new ciphertext carries the old version. With an `Idempotency-Key`, an order that is repeated within a day is carried out once.",
    tags,
    responses: {
      200: {
        description: "Both versions",
        schema: schemas.rotateResponse,
        headers: [OLD_VERSION_HEADER, "Idempotency-Replayed"],
      },
      404: failures[404],
      429: throttled,
      503: unknown,
    },
  }),
  valid("header", idempotencyHeader),
  valid("json", schemas.tenantRequest),
  async (c) => {
    const tenantId = claimBodyTenant(c, c.req.valid("json").tenantId);
    const { "idempotency-key": idempotencyKey } = c.req.valid("header");
    const done = settle(await rotateKey(deskOf(c), tenantId, doerOf(c), idempotencyKey));
    const { oldVersion, newVersion, settledAt, replayed } = done;
    const headers = oldVersionHeader(settledAt);
    if (replayed) headers["idempotency-replayed"] = "true";
    return json(c, { tenantId, oldVersion, newVersion }, 200, headers);
  },
);

encryptionRoutes.post(
  "/encryption/rewrap",
  operation({
    operationId: "rewrapField",
    summary: "Carry a ciphertext over to the current key version, its value unseen",
    tags,
    responses: {
      200: { description: "The new ciphertext", schema: schemas.rewrapResponse },
      ...failures,
      ...unopened,
    },
  }),
  valid("json", schemas.decryptRequest, body),
  async (c) => {
    const { tenantId: named, ...sealed } = c.req.valid("json");
    const tenantId = claimBodyTenant(c, named);
    const done = settle(await rewrapField(deskOf(c), tenantId, sealed, doerOf(c)));
    return json(c, { tenantId, ...done });
  },
);
