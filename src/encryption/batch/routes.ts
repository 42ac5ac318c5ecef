import { Hono, type Context } from "hono";
import type { TenantId } from "../../access/claim-tenant.ts";
import { doerOf } from "../../access/person-of.ts";
import { missingPermission } from "../../access/refusals.ts";
import { json, Problem, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { claimBodyTenant } from "../claim-body-tenant.ts";
import { keyAccessOf } from "../key-access.ts";
import { MAX_BATCH_BYTES } from "../limits.ts";
import * as schemas from "./schemas.ts";
import { decryptBatch } from "./decrypt-batch.ts";
import { encryptBatch } from "./encrypt-batch.ts";
import { rewrapBatch } from "./rewrap-batch.ts";

/** The text, its values, and the answer, which is as long. */
const TIMES_HELD = 3;

/** Many values in one call; which permission the service key needs depends on the operation. */
export const batchRoutes = new Hono<Rampart>();

batchRoutes.post(
  "/encryption/batch",
  operation({ operationId: "runEncryptionBatch" }),
  valid("json", schemas.batchRequest, { maxBytes: MAX_BATCH_BYTES, timesHeld: TIMES_HELD }),
  async (c) => {
    const batch = c.req.valid("json");
    mustHold(c, batch.operation === "decrypt" ? "decrypt" : "encrypt");
    const tenantId = claimBodyTenant(c, batch.tenantId);
    const results = settle(await runBatch(c, tenantId, batch));
    return json(c, { tenantId, results });
  },
);

type Batch = ReturnType<typeof schemas.batchRequest.parse>;

async function runBatch(c: Context<Rampart>, tenantId: TenantId, batch: Batch) {
  const access = keyAccessOf(c);
  if (batch.operation === "encrypt") return encryptBatch(access, tenantId, batch.items);
  const run = batch.operation === "decrypt" ? decryptBatch : rewrapBatch;
  return run(access, tenantId, batch.items, doerOf(c));
}

/** The guard cannot check this permission, because it depends on the body. */
function mustHold(c: Context<Rampart>, needed: "encrypt" | "decrypt"): void {
  const principal = c.get("principal");
  if (principal.kind === "service" && principal.permissions.has(needed)) return;
  throw new Problem(missingPermission(needed));
}
