import { claimedBySystem } from "../../access/claim-tenant.ts";
import { decryptField } from "../../encryption/decrypt.ts";
import { deskFor } from "../../encryption/desk.ts";
import { encryptField } from "../../encryption/encrypt.ts";
import { provisionKey } from "../../encryption/provision.ts";
import { isRefusal, type Refusal } from "../../http/index.ts";
import { livePlatform, randomBase62 } from "../../platform/index.ts";
import type { EndpointConfig } from "../delivery/delivery-store.ts";
import type { SealedSecret } from "../tables.ts";

const BY = { subject: "system:webhooks", requestId: "" };
const SECRET_ID_LENGTH = 8;

/** Seals a secret under the tenant's own key, where only this endpoint's name opens it again. */
export async function sealSecret(
  env: Cloudflare.Env,
  tenantId: string,
  endpointId: string,
  secret: string,
): Promise<SealedSecret | Refusal> {
  const desk = deskFor(env, livePlatform, () => {});
  const tenant = claimedBySystem(tenantId);
  const provisioned = await provisionKey(desk, tenant, BY);
  if (isRefusal(provisioned)) return provisioned;
  const sealed = await encryptField(desk, tenant, {
    value: secret,
    context: contextOf(endpointId),
  });
  if (isRefusal(sealed)) return sealed;
  return { id: randomBase62(SECRET_ID_LENGTH), sealed: sealed.encrypted, until: null };
}

/** The secrets that sign now: one, or two while a rotation overlaps. */
export async function openSecrets(
  env: Cloudflare.Env,
  { tenantId, endpointId, secrets }: EndpointConfig,
  now: number,
): Promise<string[] | Refusal> {
  const desk = deskFor(env, livePlatform, () => {});
  const open: string[] = [];
  for (const { sealed, until } of secrets) {
    if (until !== null && until <= now) continue;
    const encrypted = { encrypted: sealed, context: contextOf(endpointId) };
    const secret = await decryptField(desk, claimedBySystem(tenantId), encrypted, BY);
    if (isRefusal(secret)) return secret;
    open.push(secret);
  }
  return open;
}

function contextOf(endpointId: string): string {
  return `webhook-secret:${endpointId}`;
}
