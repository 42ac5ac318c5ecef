import type { MiddlewareHandler } from "hono";
import { replaceBody } from "../http/index.ts";
import {
  countArriving,
  letGo,
  NOT_COUNTED_BYTES,
  type LetGo,
  type Rampart,
} from "../platform/index.ts";

declare module "hono" {
  interface ContextVariableMap {
    /** Gives room of the body back before the request ends, once that part is not held any more. */
    letBodyGo: LetGo | undefined;
  }
}

/** Takes room for a body as it arrives, and holds it until the request is answered. */
export const takeRoom = takeRoomTimes(1);

/** The same for a body of which so much is held at once, for example because the answer is as long. */
export function takeRoomTimes(times: number): MiddlewareHandler<Rampart> {
  return async (c, next) => {
    const { raw } = c.req;
    const announced = Number(c.req.header("content-length") ?? Infinity);
    if (raw.body === null || announced <= NOT_COUNTED_BYTES) return next();
    const holder = String(c.get("principal").reach);
    const { own, stream } = countArriving(raw.body, holder, c.get("platform").now, times);
    replaceBody(c, stream);
    c.set("letBodyGo", (part) => letGo(own, part));
    try {
      await next();
    } finally {
      letGo(own);
    }
  };
}
