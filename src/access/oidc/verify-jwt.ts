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

/** Each page and call of a person goes through his tenants. */
const MOST_TENANTS = 1_000;
/** Longer ones are none (OpenID Connect Core, 2). */
const LONGEST_SUBJECT = 255;

const NO_PERSON =
  "it names no role or tenant that counts here, too many tenants, or lasts longer than an hour";

const signingKeys = new SigningKeys();

/** With the id of whoever signs in to the portal as the same subject. */
type VouchedFor = Person & { personId: string };

/**
 * The person that a trusted issuer vouches for, or null for every kind of bad token; a refusal
 * without its keys.
 */
export async function verifyJwt(
  env: Cloudflare.Env,
  token: string,
  asker: KeyAsker,
): Promise<VouchedFor | Refusal | null> {
  const claimed = peek(token);
  const named = oidcIssuers(env.OIDC_ISSUERS).filter(({ issuer }) => issuer === claimed?.issuer);
  // One provider may have several entries, each for an audience of its own.
  const issuer = named.find(({ audience }) => claimed?.audiences.includes(audience)) ?? named[0];
  if (issuer === undefined) return null;
  const payload = await verifyClaims(issuer, token, asker, issuer.audience);
  if (payload === null || isRefusal(payload)) return payload;
  const person = personOf(issuer, payload);
  if (person === null) tellRefused(issuer, asker, NO_PERSON);
  return person;
}

/**
 * The claims of a token that this issuer signed for this audience, or null; a refusal without its
 * keys.
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
 * The library sees to it only that the claim is there. Halves of characters all become one sign when
 * they are stored or hashed, so that two people would be one.
 */
function namesSomebody({ sub }: { sub?: unknown }): boolean {
  return (
    typeof sub === "string" && sub !== "" && sub.length <= LONGEST_SUBJECT && sub.isWellFormed()
  );
}

/**
 * The sender hears only that the token does not count. A wrong clock, say, shows in the log alone.
 */
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
  };
}

export function rolesOf(issuer: OidcIssuer, payload: JWTPayload): Role[] {
  return strings(payload[issuer.roleClaim]).flatMap((name) => issuer.roles.get(name) ?? []);
}

/**
 * What cannot be the id of a tenant names none, and is kept and compared nowhere. Nor does one that
 * is not this issuer's to name: a customer's own would let its people into another's.
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
