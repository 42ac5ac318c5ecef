import * as z from "zod";

/** RFC 3339 with any offset, as other languages write it; what is answered is always UTC. */
export const time = z.iso.datetime({ offset: true });
