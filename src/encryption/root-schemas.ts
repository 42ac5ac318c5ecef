import * as z from "zod";
import { pageSchema, time } from "../http/contract/index.ts";
import { tenantIdSchema } from "../tenants/shared-schemas.ts";

const tenantId = tenantIdSchema;
const rootOrSeveral = z.int().describe("0 stands for keys under several roots.");

export const rootProgress = z
  .strictObject({
    current: z.int(),
    tenants: z.int(),
    moved: z.int(),
    stale: z.int(),
    roots: z.array(
      z.strictObject({
        rootId: rootOrSeveral,
        current: z.boolean(),
        present: z.boolean(),
        tenants: z.int(),
        failed: z.int(),
        removable: z.boolean(),
        firstSeenAt: time.nullable(),
        goneAt: time.nullable(),
      }),
    ),
  })
  .meta({ id: "RootProgress" });

export const moveRun = z
  .strictObject({ moved: z.int(), failed: z.int(), progress: rootProgress })
  .meta({ id: "RootMoveRun" });

export const stalePage = pageSchema(
  z
    .strictObject({
      tenantId,
      rootId: rootOrSeveral,
      provisionedAt: time,
      movedAt: time.nullable(),
      failedAt: time.nullable(),
      failure: z.string().nullable(),
    })
    .meta({ id: "StaleTenant" }),
);

export type RootProgress = z.infer<typeof rootProgress>;
