import type { MiddlewareHandler } from "hono";
import { Problem, refuseNotNow } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";
import { holdRoom, type LetGo } from "./hold-room.ts";

declare module "hono" {
  interface ContextVariableMap {
    /** Gives room of the body back before the request ends, once that part is not held any more. */
    letBodyGo: LetGo | undefined;
  }
}

/**
 * Takes room for a body of at most so many bytes, from before it is read until the request is answered.
 */
export function takeRoomFor(most: number): MiddlewareHandler<Rampart> {
  return async (c, next) => {
    const bytes = Number(c.req.header("content-length") ?? most);
    const letGo = holdRoom(bytes, c.get("platform").now());
    if (letGo === undefined) throw new Problem(refuseNotNow());
    c.set("letBodyGo", letGo);
    try {
      await next();
    } finally {
      letGo();
    }
  };
}
