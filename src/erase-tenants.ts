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
 * Steps that moved get another name: an erasure that the version before left at one of them begins its
 * round anew, instead of ending without what stood behind it then.
 */
const MOVED = "last.";

/**
 * First what lets somebody in, then the keys that data is sealed under, then the data; last what an
 * index of vectors holds, which is another service and may be away for long.
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
