import type { MiddlewareHandler } from "hono";
import { json, settle } from "../../http/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import type { Message } from "../reading/read-message.ts";
import { claimKey, type HeldKey } from "./claim-key.ts";
import { releaseKey } from "./store.ts";

declare module "hono" {
  interface ContextVariableMap {
    heldKey: HeldKey | undefined;
  }
}

interface Checked {
  in: { header: object; json: object };
  out: { header: { "idempotency-key"?: string | undefined }; json: Message };
}

/**
 * Answers a repeated request with the stored answer, which is not charged. It runs between `pace` and
 * `chargePaced`.
 */
export const answerOnce: MiddlewareHandler<Rampart, string, Checked> = async (c, next) => {
  const key = c.req.valid("header")["idempotency-key"];
  c.set("heldKey", undefined);
  if (key === undefined) return next();
  const { tenantId } = c.get("admission");
  const db = database(c.env);
  const secret = c.env.INDICATOR_HMAC_KEY;
  const now = c.get("platform").now();
  const claimed = settle(
    await claimKey(db, { tenantId, key, message: c.req.valid("json"), secret, now }),
  );
  if ("answer" in claimed) return json(c, claimed.answer, 200, { "idempotency-replayed": "true" });
  c.set("heldKey", claimed.heldKey);
  await next();
  if (c.error !== undefined || !c.res.ok) await releaseKey(db, claimed.heldKey);
  return undefined;
};
