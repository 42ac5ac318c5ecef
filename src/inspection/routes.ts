import { type Context, Hono } from "hono";
import { json } from "../http/index.ts";
import { idempotencyHeader, operation, valid } from "../http/contract/index.ts";
import { askerOf } from "../intel/asker.ts";
import { expectKnowledge } from "../intel/expect-knowledge.ts";
import type { Rampart } from "../platform/index.ts";
import { admit, chargePaced, pace } from "../tenants/gate/guard-module.ts";
import { answerOnce } from "./idempotency/answer-once.ts";
import { MAX_MESSAGE_BYTES } from "./limits.ts";
import * as schemas from "./schemas.ts";

/**
 * Begins to load the layers while the gate is asked; a request that is refused at once does not load
 * them.
 */
function expectInspection(c: Context<Rampart>): void {
  c.executionCtx.waitUntil(import("./inspect-for.ts"));
  expectKnowledge(c);
}

/** The inspection of the contract, relative to /api/v1. */
export const antispamRoutes = new Hono<Rampart>();

antispamRoutes.post(
  "/antispam",
  operation({ operationId: "inspectMessage" }),
  admit("antispam", expectInspection),
  valid("header", idempotencyHeader),
  valid("json", schemas.message, { maxBytes: MAX_MESSAGE_BYTES }),
  pace,
  answerOnce,
  chargePaced,
  async (c) => {
    const { tenantId, keyId } = c.get("admission");
    const traceparent = c.get("call").traceparent;
    const { inspectFor } = await import("./inspect-for.ts");
    const inspected = await inspectFor(
      { ...askerOf(c), tenantId, traceparent },
      {
        keyId,
        message: c.req.valid("json"),
        heldKey: c.get("heldKey"),
        url: c.req.url,
      },
    );
    return json(c, inspected);
  },
);
