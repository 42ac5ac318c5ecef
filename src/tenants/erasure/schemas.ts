import * as z from "zod";
import { time } from "../../http/contract/index.ts";
import { ERASED_KINDS } from "../../platform/index.ts";
import { tenantIdSchema } from "../shared-schemas.ts";
import { KEPT } from "./kept.ts";

export const erasureOrder = z.strictObject({
  /** The tenant's id again, as confirmation. */
  confirm: tenantIdSchema,
});

export const erasure = z
  .strictObject({
    tenantId: tenantIdSchema,
    /** `waiting`: isolates may still remember the tenant's credentials. */
    state: z.enum(["waiting", "running", "done"]),
    askedBy: z.string(),
    askedAt: time,
    /** How many by kind; a kind without any is left out. */
    erased: z.partialRecord(z.enum(ERASED_KINDS), z.int()),
    kept: z.array(z.strictObject({ kind: z.enum(KEPT), reason: z.string() })),
    /** Why the last turn failed; it is tried again every minute. */
    failure: z.string().nullable(),
    failedAt: time.nullable(),
    endedAt: time.nullable(),
    /** Until then the platform itself could restore what was erased. */
    historyEndsAt: time.nullable(),
  })
  .meta({ id: "Erasure" });

export type Erasure = z.infer<typeof erasure>;
