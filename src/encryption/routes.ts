import { Hono, type Context } from "hono";
import { claimTenant, type TenantId } from "../access/claim-tenant.ts";
import { doerOf } from "../access/person-of.ts";
import { missingPermission } from "../access/refusals.ts";
import { json, Problem, settle } from "../http/index.ts";
import { idempotencyHeader, operation, valid } from "../http/contract/index.ts";
import type { Rampart } from "../platform/index.ts";
import { decryptField } from "./decrypt.ts";
import { deskOf } from "./desk.ts";
import { encryptField } from "./encrypt.ts";
import { MAX_BATCH_BYTES, MAX_FIELD_BODY_BYTES } from "./limits.ts";
import { provisionKey } from "./provision.ts";
import { rewrapField } from "./rewrap.ts";
import { rotateKey } from "./rotate.ts";
import { decryptBatch } from "./batch/decrypt-batch.ts";
import { encryptBatch } from "./batch/encrypt-batch.ts";
import { rewrapBatch } from "./batch/rewrap-batch.ts";
import * as schemas from "./schemas.ts";
import { SETTLED_HEADER, settledHeader } from "./settled-header.ts";

const tags = ["Encryption"];
const body = { maxBytes: MAX_FIELD_BODY_BYTES };

const throttled = { description: "Too many refused credentials from this address" };
const failures = {
  404: { description: "The tenant has no key" },
  413: { description: "The value or its context is too long" },
  429: throttled,
  503: { description: "Keys cannot be reached; nothing was done" },
};
/** An order whose answer was lost may have been carried out. */
const unknown = {
  description: "Keys cannot be reached; whether it was done, the key's status says",
};
const unopened = {
  400: { description: "Malformed, of an unknown version, or not to be opened; see `error`" },
  403: { description: "Not allowed, or the key version is disabled" },
  410: { description: "The key version was destroyed" },
};

/** What a company's own services call, with an internal service key. */
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
    const tenantId = claimed(c, named);
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
    const tenantId = claimed(c, named);
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
    const tenantId = claimed(c, c.req.valid("json").tenantId);
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
        headers: [SETTLED_HEADER],
      },
      404: failures[404],
      429: throttled,
      503: unknown,
    },
  }),
  valid("header", idempotencyHeader),
  valid("json", schemas.tenantRequest),
  async (c) => {
    const tenantId = claimed(c, c.req.valid("json").tenantId);
    const { "idempotency-key": idempotencyKey } = c.req.valid("header");
    const done = settle(await rotateKey(deskOf(c), tenantId, doerOf(c), idempotencyKey));
    const { oldVersion, newVersion, settledAt } = done;
    return json(c, { tenantId, oldVersion, newVersion }, 200, settledHeader(settledAt));
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
    const tenantId = claimed(c, named);
    const done = settle(await rewrapField(deskOf(c), tenantId, sealed, doerOf(c)));
    return json(c, { tenantId, ...done });
  },
);

encryptionRoutes.post(
  "/encryption/batch",
  operation({
    operationId: "runEncryptionBatch",
    summary: "Encrypt, decrypt or rewrap up to 500 values of a tenant",
    description:
      "Each item has a result of its own, in the same order and with the caller's `reference`. The service key needs the operation `encrypt` for encrypt and rewrap, `decrypt` for decrypt.",
    tags,
    responses: {
      200: { description: "A result per item", schema: schemas.batchResponse },
      404: failures[404],
      429: throttled,
      503: failures[503],
    },
  }),
  valid("json", schemas.batchRequest, { maxBytes: MAX_BATCH_BYTES }),
  async (c) => {
    const batch = c.req.valid("json");
    mustHold(c, batch.operation === "decrypt" ? "decrypt" : "encrypt");
    const tenantId = claimed(c, batch.tenantId);
    const results = settle(await runBatch(c, tenantId, batch));
    return json(c, { tenantId, results });
  },
);

type Batch = ReturnType<typeof schemas.batchRequest.parse>;

async function runBatch(c: Context<Rampart>, tenantId: TenantId, batch: Batch) {
  const desk = deskOf(c);
  if (batch.operation === "encrypt") return encryptBatch(desk, tenantId, batch.items);
  const run = batch.operation === "decrypt" ? decryptBatch : rewrapBatch;
  return run(desk, tenantId, batch.items, doerOf(c));
}

function claimed(c: Context<Rampart>, named: string): TenantId {
  const tenantId = settle(claimTenant(c.get("principal"), named));
  c.get("call").about.tenantId = tenantId;
  return tenantId;
}

/** The one permission that hangs on the body and not on the route. */
function mustHold(c: Context<Rampart>, needed: "encrypt" | "decrypt"): void {
  const principal = c.get("principal");
  if (principal.kind === "service" && principal.permissions.has(needed)) return;
  throw new Problem(missingPermission(needed));
}
