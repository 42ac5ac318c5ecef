import { claimedBySystem } from "../../access/claim-tenant.ts";
import type { Doer } from "../../access/principal.ts";
import {
  openForTenant,
  sealForTenant,
  type SecretOwner,
  type SecretReader,
} from "../../encryption/seal-for-tenant.ts";
import { isRefusal, type Refusal } from "../../http/index.ts";
import { livePlatform, randomBase62 } from "../../platform/index.ts";
import type { EndpointConfig } from "../delivery/config-store.ts";
import type { SealedSecret } from "../tables.ts";

const BY = { subject: "system:webhooks", requestId: "" };
const SECRET_ID_LENGTH = 8;
/** Refusals that concern one version of the tenant's key: a secret under another one may still open. */
export const SWITCHED_OFF = /^key_version_(?:disabled|destroyed)$/;

/** Who opens a secret; nobody if a delivery needs it. */
export interface Reading extends Pick<SecretReader, "env" | "outlive"> {
  by?: Doer;
}

/** Seals a secret under the tenant's own key, bound to this endpoint. */
export async function sealSecret(
  env: Cloudflare.Env,
  tenantId: string,
  endpointId: string,
  secret: string,
): Promise<SealedSecret | Refusal> {
  const sealed = await sealForTenant(ownerOf(env, tenantId), secret, contextOf(endpointId));
  if (isRefusal(sealed)) return sealed;
  return { id: randomBase62(SECRET_ID_LENGTH), sealed, until: null };
}

/**
 * The secrets that sign now: one, or two while a rotation overlaps. If the key version of one was
 * switched off, the other still signs.
 */
export async function openSecrets(
  reading: Reading,
  { tenantId, endpointId, secrets }: EndpointConfig,
  now: number,
): Promise<string[] | Refusal> {
  const open: string[] = [];
  let closed: Refusal | undefined;
  for (const one of secrets) {
    if (isOver(one, now)) continue;
    const secret = await openSecret(reading, { tenantId, endpointId }, one);
    if (!isRefusal(secret)) open.push(secret);
    else if (SWITCHED_OFF.test(secret.error)) closed = secret;
    else return secret;
  }
  return open.length === 0 && closed !== undefined ? closed : open;
}

export function isOver({ until }: SealedSecret, now: number): boolean {
  return until !== null && until <= now;
}

/** Leaves a line in the trail of decrypts, with the person who asked, if any. */
export function openSecret(
  { env, by, outlive }: Reading,
  { tenantId, endpointId }: Pick<EndpointConfig, "tenantId" | "endpointId">,
  { sealed }: SealedSecret,
): Promise<string | Refusal> {
  return openForTenant({ ...ownerOf(env, tenantId, by), outlive }, sealed, contextOf(endpointId));
}

function ownerOf(env: Cloudflare.Env, tenantId: string, by: Doer = BY): SecretOwner {
  return { env, platform: livePlatform, tenantId: claimedBySystem(tenantId), by };
}

function contextOf(endpointId: string): string {
  return `webhook-secret:${endpointId}`;
}
