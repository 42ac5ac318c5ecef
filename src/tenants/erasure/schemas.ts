import * as z from "zod";
import { time } from "../../http/contract/index.ts";
import { ERASED_KINDS } from "../../platform/index.ts";
import { tenantIdSchema } from "../shared-schemas.ts";
import { KEPT } from "./kept.ts";

export const erasureOrder = z.strictObject({
  /** The tenant's id once more. */
  confirm: tenantIdSchema,
});

export const erasure = z
  .strictObject({
    tenantId: tenantIdSchema,
    /** `waiting`: isolates may still remember what the tenant's credentials were worth. */
    state: z.enum(["waiting", "running", "done"]),
    askedBy: z.string(),
    askedAt: time,
    /** By kind; a kind of which nothing was found is not there. */
    erased: z.partialRecord(z.enum(ERASED_KINDS), z.int()),
    kept: z.array(z.strictObject({ kind: z.enum(KEPT), reason: z.string() })),
    /** Why the last turn did not get on; it is tried again every minute. */
    failure: z.string().nullable(),
    failedAt: time.nullable(),
    endedAt: time.nullable(),
    /** Until then the platform itself could restore what was erased. */
    historyEndsAt: time.nullable(),
  })
  .meta({ id: "Erasure" });

export type Erasure = z.infer<typeof erasure>;
