import * as z from "zod";
import { DAY_MS } from "../../platform/index.ts";
import { asksEverybody, policy } from "./asks-everybody.ts";
import type { GraphClient } from "./graph-client.ts";
import { MAX_DAYS, type Licenses, type Mfa } from "./schemas.ts";

const STRONG = new Set([
  "fido2SecurityKey",
  "windowsHelloForBusiness",
  "passKeyDeviceBound",
  "passKeyDeviceBoundAuthenticator",
  "microsoftAuthenticatorPasswordless",
]);

const sku = z.object({
  skuId: z.string(),
  skuPartNumber: z.string(),
  consumedUnits: z.number(),
  prepaidUnits: z.object({ enabled: z.number(), suspended: z.number(), warning: z.number() }),
});
const subscription = z.object({
  skuPartNumber: z.string(),
  isTrial: z.boolean().nullish(),
  status: z.string().nullish(),
  nextLifecycleDateTime: z.string().nullish(),
});
const registration = z.object({
  userPrincipalName: z.string(),
  isAdmin: z.boolean(),
  isMfaRegistered: z.boolean(),
  isMfaCapable: z.boolean(),
  methodsRegistered: z.array(z.string()).default([]),
});
const defaults = z.object({ isEnabled: z.boolean() });

export async function collectLicenses(
  graph: GraphClient,
  now: number,
): Promise<Licenses | undefined> {
  const skus = await graph.all("v1.0/subscribedSkus", sku);
  const subscriptions = await graph.all("v1.0/directory/subscriptions", subscription);
  if (skus === undefined || subscriptions === undefined) return undefined;
  return {
    skus: skus.map(({ skuId, skuPartNumber, consumedUnits, prepaidUnits }) => ({
      skuId,
      skuPartNumber,
      enabled: prepaidUnits.enabled,
      consumed: consumedUnits,
      warning: prepaidUnits.warning,
      suspended: prepaidUnits.suspended,
    })),
    renewals: subscriptions.flatMap((one) => {
      const at = Date.parse(one.nextLifecycleDateTime ?? "");
      const daysUntilRenew = Math.ceil((at - now) / DAY_MS);
      // A subscription without an end has one in the year 9999.
      if (Number.isNaN(at) || daysUntilRenew > MAX_DAYS) return [];
      const { skuPartNumber, isTrial, status } = one;
      return [
        { sku: skuPartNumber, daysUntilRenew, isTrial: isTrial ?? false, status: status ?? "" },
      ];
    }),
  };
}

/**
 * Counts who registered a second factor, and from whom the directory demands one: by security defaults,
 * or by a policy in force that demands it from everybody for everything. A policy with exceptions
 * counts for nobody, so the number is rather too low than too high.
 */
export async function collectMfa(graph: GraphClient): Promise<Mfa | undefined> {
  const users = await graph.all(
    "v1.0/reports/authenticationMethods/userRegistrationDetails",
    registration,
  );
  const base = await graph.one("v1.0/policies/identitySecurityDefaultsEnforcementPolicy", defaults);
  const policies = await graph.all("v1.0/identity/conditionalAccess/policies", policy);
  if (users === undefined || base === undefined || policies === undefined) return undefined;
  const asked = base.isEnabled || policies.some((one) => asksEverybody(one));
  const strong = users.filter(({ methodsRegistered }) =>
    methodsRegistered.some((method) => STRONG.has(method)),
  );
  return {
    users: users.length,
    registered: users.filter(({ isMfaRegistered }) => isMfaRegistered).length,
    capable: users.filter(({ isMfaCapable }) => isMfaCapable).length,
    enforced: asked ? users.length : 0,
    adminsWithoutMfa: users
      .filter(({ isAdmin, isMfaRegistered }) => isAdmin && !isMfaRegistered)
      .map(({ userPrincipalName }) => userPrincipalName),
    strongMethods: users.length === 0 ? 0 : (100 * strong.length) / users.length,
  };
}
