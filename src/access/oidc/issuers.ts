import * as z from "zod";
import { failureOf } from "../../http/index.ts";
import { readSetting, type Log } from "../../platform/index.ts";
import { TENANT_ID } from "../claim-tenant.ts";
import { ROLES } from "../permissions.ts";

const MAX_NAME = 60;

/** Signatures that prove who signed: never "none", never a shared secret. */
const ALGORITHMS = ["RS256", "PS256", "ES256", "ES384", "EdDSA"] as const;

/** What the portal needs to send people there and take them back. */
const signIn = () =>
  z.strictObject({
    /** In addresses of ours. */
    id: z.string().regex(/^[a-z0-9-]{1,32}$/),
    /** As people know it. */
    name: z.string().min(1).max(MAX_NAME),
    clientId: z.string().min(1),
    /** Absent for a public client: PKCE alone proves who asks then. */
    clientSecret: z.string().min(1).optional(),
    /** Where the secret goes: into the body, or as the standard's default has it (`basic`). */
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
    /** "operator": its people reach all tenants. "member": the tenant claim says which. */
    grants: z.enum(["operator", "member"]),
    tenantClaim: z.string().default("tenant_id"),
    /** Those that its claim may name. Absent: any, so it must be run by whoever runs Rampart. */
    tenants: z.array(z.string().regex(TENANT_ID)).min(1).optional(),
    roleClaim: z.string().default("role"),
    /** Role of ours for each value of theirs; a person without a known role may do nothing. */
    roles: z.record(z.string(), z.enum(ROLES)).transform((roles) => new Map(Object.entries(roles))),
    signIn: signIn().optional(),
  });

export type OidcIssuer = z.infer<ReturnType<typeof issuer>>;
export type SignInIssuer = OidcIssuer & { signIn: z.infer<ReturnType<typeof signIn>> };

/** The setting of a service whose people all sign in with what it gave them. */
const NONE = "[]";

/** The setting that this isolate has told the log of, if it was broken. */
let toldOf: string | undefined;

const parsed = new Map<string, readonly OidcIssuer[]>();

/** The configured issuers, read once per isolate. A broken setting is a failure, not a bypass. */
export function oidcIssuers(setting: string): readonly OidcIssuer[] {
  const known = parsed.get(setting);
  if (known !== undefined) return known;
  const read = () => z.array(issuer()).parse(JSON.parse(setting));
  const issuers = setting === NONE ? [] : readSetting("OIDC_ISSUERS", read);
  parsed.set(setting, issuers);
  return issuers;
}

/** The issuers by which people may sign in to the portal. */
export function signInIssuers(setting: string): SignInIssuer[] {
  return oidcIssuers(setting).filter((one): one is SignInIssuer => one.signIn !== undefined);
}

/** For a page with other ways in: a broken setting offers none, and the log hears of it once. */
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
