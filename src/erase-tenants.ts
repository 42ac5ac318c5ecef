import { accessErasers } from "./access/erase-tenant.ts";
import { aiErasers } from "./ai/erase-tenant.ts";
import { dictionaryErasers } from "./dictionaries/erase-tenant.ts";
import { encryptionErasers } from "./encryption/erase-tenant.ts";
import { eventErasers } from "./events/erase-tenant.ts";
import { fleetErasers } from "./fleet/erase-tenant.ts";
import { inspectionErasers } from "./inspection/erase-tenant.ts";
import { intelErasers } from "./intel/erase-tenant.ts";
import type { Eraser, Platform } from "./platform/index.ts";
import { tenantErasers } from "./tenants/erase-tenant.ts";
import { runErasures } from "./tenants/erasure/run-erasures.ts";
import { webhookErasers } from "./webhooks/erase-tenant.ts";

/**
 * Put before the names of steps that moved to the end. An erasure that the version before left at such
 * a step does not find the name and begins its round anew; otherwise it would skip the steps that used
 * to come later.
 */
const MOVED = "last.";

/**
 * The steps in order: first credentials, then the keys that data is encrypted under, then data. The AI
 * part is last, because its index of vectors is another service and may be down for long.
 */
export const ERASERS: readonly Eraser[] = [
  ...accessErasers,
  ...tenantErasers,
  ...encryptionErasers,
  ...fleetErasers,
  ...webhookErasers,
  ...inspectionErasers,
  ...dictionaryErasers,
  ...intelErasers,
  ...eventErasers,
  ...aiErasers.map((eraser) => ({ ...eraser, name: MOVED + eraser.name })),
];

export async function eraseTenants(env: Cloudflare.Env, platform: Platform): Promise<void> {
  await runErasures(env, platform, ERASERS);
}
