import type { Context } from "hono";
import { countArriving, letGo, type Held, type Rampart } from "../platform/index.ts";
import type { Principal } from "./principal.ts";

/** Reads a body within the room of the isolate, which it holds until its request is answered. */
export function countBody(
  c: Context<Rampart>,
  body: ReadableStream<Uint8Array>,
  declared: number | undefined,
  times: number,
): AsyncIterable<Uint8Array> {
  const call = c.get("call");
  const principal = c.get("principal") as Principal | undefined;
  const { tenantId = "", caller = "" } = call.about;
  const own: Held = {
    // All who are not known yet count as one.
    holder: String(principal?.reach ?? tenantId),
    caller: principal?.subject ?? caller,
    times,
    bytes: 0,
    until: 0,
  };
  // The portal tries again to read a form that was refused, for its page of the error.
  call.letBodyGo?.();
  call.letBodyGo = (part) => letGo(own, part);
  return countArriving(body, declared, own, c.get("platform").now);
}
