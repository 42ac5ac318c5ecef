import * as z from "zod";

/** A moment as it is answered: RFC 3339 in UTC. What callers write is `moment`. */
export const time = z.iso.datetime();
