import { keepApiKeys } from "./seed/keep-api-keys.ts";
import { keepEnrollmentCodes } from "./seed/keep-enrollment-codes.ts";
import { keepServiceKey } from "./seed/keep-service-key.ts";
import { loadFeeds } from "./seed/load-feeds.ts";
import { keepTenants } from "./seed/keep-tenants.ts";
import { keepTenantTokens } from "./seed/keep-tenant-tokens.ts";
import { provisionKeys } from "./seed/provision-keys.ts";
import { makeSignInLinks } from "./seed/make-sign-in-links.ts";
import type { Credentials, KeptCredentials } from "./credentials.ts";
import { type Call, callerOf } from "./seed/call.ts";

export interface Seeding {
  /** Calls the API of the running Worker, as the operator unless told otherwise. */
  call: Call;
  kept: KeptCredentials;
  /** The demonstration tenants that are closed or erased: they get nothing new, and have no credentials. */
  closed: ReadonlySet<string>;
}

/**
 * Makes the demonstration data through the API, or keeps what is there. Each step returns its
 * credentials.
 */
export async function seed(
  kept: KeptCredentials,
  port: number,
  operatorToken: string,
): Promise<Credentials> {
  const call = callerOf(port, operatorToken);
  const { baseUrl, mtlsUrl, serverCaFile } = kept;
  const { closed, ...tenants } = await keepTenants(call);
  const seeding = { kept, call, closed };
  const [tokens, keys, codes, serviceKey, links] = await Promise.all([
    keepTenantTokens(seeding),
    keepApiKeys(seeding),
    keepEnrollmentCodes(seeding),
    keepServiceKey(seeding),
    makeSignInLinks(seeding),
    loadFeeds(seeding),
  ]);
  await provisionKeys(seeding, serviceKey.internalServiceKey);
  return {
    baseUrl,
    mtlsUrl,
    serverCaFile,
    operatorToken,
    ...serviceKey,
    ...tenants,
    ...tokens,
    ...keys,
    ...codes,
    ...links,
  };
}
