import * as z from "zod";
import { failureOf } from "../../http/index.ts";
import { readSetting, type Log } from "../../platform/index.ts";
import { TENANT_ID } from "../claim-tenant.ts";
import { ROLES } from "../permissions.ts";

const MAX_NAME = 60;

/** Only signatures that prove the signer: never "none", never a shared secret. */
const ALGORITHMS = ["RS256", "PS256", "ES256", "ES384", "EdDSA"] as const;

/** What the portal needs to sign people in by this issuer. */
const signIn = () =>
  z.strictObject({
    /** The provider's name in our addresses. */
    id: z.string().regex(/^[a-z0-9-]{1,32}$/),
    /** The name that people see. */
    name: z.string().min(1).max(MAX_NAME),
    clientId: z.string().min(1),
    /** Absent for a public client, which proves itself by PKCE alone. */
    clientSecret: z.string().min(1).optional(),
    /**
     * How the secret is sent: in the body (`post`), or in the header (`basic`, the standard's
     * default).
     */
    clientAuth: z.enum(["post", "basic"]).default("post"),
    authorizationUri: z.url(),
    tokenUri: z.url(),
    scope: z.string().default("openid profile"),
  });

const issuer = () =>
  z.strictObject({
    issuer: z.url(),
    audience: z.string().min(1),
    jwksUri: z.url(),
    algorithms: z.array(z.enum(ALGORITHMS)).min(1),
    /** "operator": its people reach all tenants. "member": the tenant claim names their tenants. */
    grants: z.enum(["operator", "member"]),
    tenantClaim: z.string().default("tenant_id"),
    /**
     * The tenants that the claim may name. Absent: any, so the issuer must be run by whoever runs
     * Rampart.
     */
    tenants: z.array(z.string().regex(TENANT_ID)).min(1).optional(),
    roleClaim: z.string().default("role"),
    /** Our role for each value of the role claim; a person without a known role may do nothing. */
    roles: z.record(z.string(), z.enum(ROLES)).transform((roles) => new Map(Object.entries(roles))),
    signIn: signIn().optional(),
  });

/** Two of one id would be one address, which leads to the first of them alone. */
const issuers = () =>
  z
    .array(issuer())
    .refine(
      (all) => new Set(idsOf(all)).size === idsOf(all).length,
      "each signIn needs an id of its own",
    );

function idsOf(all: readonly OidcIssuer[]): string[] {
  return all.flatMap(({ signIn }) => signIn?.id ?? []);
}

export type OidcIssuer = z.infer<ReturnType<typeof issuer>>;
export type SignInIssuer = OidcIssuer & { signIn: z.infer<ReturnType<typeof signIn>> };

/** The setting of an installation without OIDC. */
const NONE = "[]";

/** The broken setting that this isolate has already logged. */
let toldOf: string | undefined;

const parsed = new Map<string, readonly OidcIssuer[]>();

/**
 * The configured issuers, read once per isolate. Throws if the setting is broken: nobody gets in by
 * it.
 */
export function oidcIssuers(setting: string): readonly OidcIssuer[] {
  const known = parsed.get(setting);
  if (known !== undefined) return known;
  const read = () => issuers().parse(JSON.parse(setting));
  const all = setting === NONE ? [] : readSetting("OIDC_ISSUERS", read);
  parsed.set(setting, all);
  return all;
}

/** The issuers by which people may sign in to the portal. */
export function signInIssuers(setting: string): SignInIssuer[] {
  return oidcIssuers(setting).filter((one): one is SignInIssuer => one.signIn !== undefined);
}

/**
 * The same for a page that has other ways to sign in: a broken setting offers no issuer and is logged
 * once.
 */
export function offeredIssuers(setting: string, log: Log): SignInIssuer[] {
  try {
    return signInIssuers(setting);
  } catch (error) {
    if (toldOf !== setting) {
      log({ level: "error", event: "oidc_issuers_broken", reason: failureOf(error) });
    }
    toldOf = setting;
    return [];
  }
}
