import * as z from "zod";

/** A moment in an answer: RFC 3339 in UTC. For what callers write there is `moment`. */
export const time = z.iso.datetime();
