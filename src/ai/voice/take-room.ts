import type { MiddlewareHandler } from "hono";
import { Problem, refuseNotNow } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { holdRoom } from "../hold-room.ts";
import { MAX_BODY_BYTES } from "./schemas.ts";

/** Takes room for a recording, from before it is read until it is answered. */
export const takeRoom: MiddlewareHandler<Rampart> = async (c, next) => {
  const bytes = Number(c.req.header("content-length") ?? MAX_BODY_BYTES);
  const letGo = holdRoom(bytes, c.get("platform").now());
  if (letGo === undefined) throw new Problem(refuseNotNow());
  try {
    await next();
  } finally {
    letGo();
  }
};
