import { eraseRows, type Eraser } from "../platform/index.ts";
import { apiKeys, tenantEvents } from "./tables.ts";

export const tenantErasers: readonly Eraser[] = [
  eraseRows("credentials", apiKeys, apiKeys.tenantId),
  eraseRows("webhooks", tenantEvents, tenantEvents.tenantId),
  {
    name: "gate",
    kind: "key_uses",
    erase: async ({ env: { TENANT_GATE: gates }, tenantId }) => ({
      gone: await gates.get(gates.idFromName(tenantId)).forgetUses(),
    }),
  },
];
