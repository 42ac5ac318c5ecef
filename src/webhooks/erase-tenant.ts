import { eq } from "drizzle-orm";
import type { Eraser } from "../platform/index.ts";
import { configOf, objectOf } from "./endpoints/object-of.ts";
import { deleteStatement, MAX_ENDPOINTS } from "./endpoints/store.ts";
import { webhookEndpoints } from "./tables.ts";

/** As if each were deleted by hand: its object keeps the mark `removed`, so no late event starts it. */
export const webhookErasers: readonly Eraser[] = [
  {
    name: "webhook_endpoints",
    kind: "webhooks",
    erase: async ({ env, db, tenantId }) => {
      const { tenantId: owner } = webhookEndpoints;
      const rows = await db
        .select()
        .from(webhookEndpoints)
        .where(eq(owner, tenantId))
        .limit(MAX_ENDPOINTS);
      for (const row of rows) {
        await objectOf(env, row.id).remove(configOf(row));
        await deleteStatement(db, tenantId, row.id);
      }
      return { gone: rows.length, next: rows.length < MAX_ENDPOINTS ? undefined : "" };
    },
  },
];
