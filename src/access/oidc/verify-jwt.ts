import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  jwtVerify,
  type JWTPayload,
} from "jose";
import { failureOf, isRefusal, type Refusal } from "../../http/index.ts";
import { TENANT_ID } from "../claim-tenant.ts";
import { PERMISSIONS_OF, type Role } from "../permissions.ts";
import { OIDC_SUBJECT, type Person, type Reach } from "../principal.ts";
import { oidcIssuers, type OidcIssuer } from "./issuers.ts";
import { personIdOf } from "./person-id.ts";
import { SigningKeys, type KeyAsker } from "./signing-keys.ts";

const MAX_LIFE_SECONDS = 3_600;
const CLOCK_TOLERANCE_SECONDS = 30;

/** A limit, because each page and call of a person goes through their tenants. */
const MOST_TENANTS = 1_000;
/** A longer subject is not valid (OpenID Connect Core, 2). */
const LONGEST_SUBJECT = 255;

const NO_PERSON =
  "it names no role or tenant that counts here, too many tenants, or lasts longer than an hour";

const signingKeys = new SigningKeys();

/** `personId` is the same as when the subject signs in to the portal. */
type VouchedFor = Person & { personId: string };

/**
 * The person that a trusted issuer vouches for; null for every kind of bad token; a refusal if the
 * issuer's keys cannot be fetched.
 */
export async function verifyJwt(
  env: Cloudflare.Env,
  token: string,
  asker: KeyAsker,
): Promise<VouchedFor | Refusal | null> {
  const claimed = peek(token);
  const named = oidcIssuers(env.OIDC_ISSUERS).filter(({ issuer }) => issuer === claimed?.issuer);
  // A provider may have several entries, each with its own audience.
  const issuer = named.find(({ audience }) => claimed?.audiences.includes(audience)) ?? named[0];
  if (issuer === undefined) return null;
  const payload = await verifyClaims(issuer, token, asker, issuer.audience);
  if (payload === null || isRefusal(payload)) return payload;
  const person = personOf(issuer, payload);
  if (person === null) tellRefused(issuer, asker, NO_PERSON);
  return person;
}

/**
 * The claims of a token that this issuer signed for this audience, else null; a refusal if the
 * issuer's keys cannot be fetched.
 */
export async function verifyClaims(
  issuer: OidcIssuer,
  token: string,
  asker: KeyAsker,
  audience: string,
): Promise<JWTPayload | Refusal | null> {
  const keys = await signingKeys.of(issuer.jwksUri, peek(token)?.kid, asker);
  if (isRefusal(keys)) return keys;
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer: issuer.issuer,
      audience,
      algorithms: issuer.algorithms,
      requiredClaims: ["exp", "iat", "sub"],
      maxTokenAge: MAX_LIFE_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(asker.platform.now()),
    });
    if (!namesSomebody(payload)) throw new Error('the "sub" claim is no name');
    return payload;
  } catch (error) {
    tellRefused(issuer, asker, failureOf(error));
    return null;
  }
}

/**
 * Whether `sub` is a usable name; the library checks only that it is there. Half surrogates all
 * become the same character when they are stored or hashed, so two people could become one.
 */
function namesSomebody({ sub }: { sub?: unknown }): boolean {
  return (
    typeof sub === "string" && sub !== "" && sub.length <= LONGEST_SUBJECT && sub.isWellFormed()
  );
}

/** Logs why a token was refused. The sender hears only that it does not count. */
function tellRefused({ issuer }: OidcIssuer, { platform }: KeyAsker, reason: string): void {
  platform.log({ level: "info", event: "oidc_token_refused", issuer, reason });
}

interface Claimed {
  issuer: string | undefined;
  audiences: readonly string[];
  kid: string | undefined;
}

function peek(token: string): Claimed | undefined {
  try {
    const { iss, aud } = decodeJwt(token);
    return { issuer: iss, audiences: strings(aud), kid: decodeProtectedHeader(token).kid };
  } catch {
    return undefined;
  }
}

function personOf(issuer: OidcIssuer, payload: JWTPayload): VouchedFor | null {
  const { sub, exp, iat } = payload;
  if (sub === undefined || exp === undefined || iat === undefined) return null;
  if (exp - iat > MAX_LIFE_SECONDS) return null;
  const reach = reachOf(issuer, payload);
  const role = rolesOf(issuer, payload);
  if (reach === null || role.length === 0) return null;
  return {
    kind: reach === "all" ? "operator" : "member",
    subject: `${OIDC_SUBJECT}${issuer.issuer}#${sub}`,
    reach,
    permissions: new Set(role.flatMap((name) => PERMISSIONS_OF[name])),
    personId: personIdOf(issuer.issuer, sub),
    vouchedAt: iat * 1000,
  };
}

export function rolesOf(issuer: OidcIssuer, payload: JWTPayload): Role[] {
  return strings(payload[issuer.roleClaim]).flatMap((name) => issuer.roles.get(name) ?? []);
}

/**
 * The tenants that the claim names, or null. Ids that no tenant can have do not count, nor tenants
 * that this issuer may not name: a customer's issuer could let its people into another customer's
 * tenant.
 */
export function reachOf(issuer: OidcIssuer, payload: JWTPayload): Reach | null {
  if (issuer.grants === "operator") return "all";
  const isOurs = (id: string) => issuer.tenants?.includes(id) ?? TENANT_ID.test(id);
  const tenants = [...new Set(strings(payload[issuer.tenantClaim]).filter(isOurs))];
  return tenants.length === 0 || tenants.length > MOST_TENANTS ? null : tenants;
}

function strings(claim: unknown): string[] {
  const list = Array.isArray(claim) ? claim : [claim];
  return list.filter((item): item is string => typeof item === "string" && item !== "");
}
