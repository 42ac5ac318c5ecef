import type { JWTPayload } from "jose";
import { failureOf, isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { MINUTE_MS, given, type Platform } from "../../platform/index.ts";
import { ROLES } from "../permissions.ts";
import { nameFrom, type VouchedFor } from "../sessions/index.ts";
import type { StartedSignIn } from "./begin-sign-in.ts";
import { signInIssuers, type SignInIssuer } from "./issuers.ts";
import { personIdOf } from "./person-id.ts";
import { readAnswer } from "./read-answer.ts";
import type { KeyAsker } from "./signing-keys.ts";
import { reachOf, rolesOf, verifyClaims } from "./verify-jwt.ts";

const MAX_WAIT_MS = 10 * MINUTE_MS;
const FETCH_TIMEOUT_MS = 5_000;

interface CameBack {
  state: string | undefined;
  code: string | undefined;
  /** The issuer of the answer, if the provider names it (RFC 9207). */
  iss: string | undefined;
}

/** The person that the provider vouches for. Every failure of the proof gives the same refusal. */
export async function finishSignIn(
  setting: string,
  started: StartedSignIn | undefined,
  back: CameBack,
  redirectUri: string,
  asker: KeyAsker,
): Promise<VouchedFor | Refusal> {
  const { platform } = asker;
  if (started === undefined || back.code === undefined) return failed();
  const issuer = signInIssuers(setting).find(({ signIn }) => signIn.id === started.provider);
  if (issuer === undefined || back.state !== started.state) return failed();
  if (back.iss !== undefined && back.iss !== issuer.issuer) return failed();
  if (platform.now() - started.startedAt > MAX_WAIT_MS) return failed();
  const token = await redeem(issuer, back.code, started.verifier, redirectUri, platform);
  if (token === null) return failed();
  const { clientId } = issuer.signIn;
  const payload = await verifyClaims(issuer, token, asker, clientId);
  if (isRefusal(payload)) return payload;
  if (payload === null || payload["nonce"] !== started.nonce) return failed();
  if (!isForUs(payload, clientId)) return failed();
  return personOf(issuer, payload);
}

/**
 * Whether the token was made for this client. A token for several audiences must name the client in
 * `azp` (OpenID Connect Core 3.1.3.7).
 */
function isForUs({ aud, azp }: JWTPayload, clientId: string): boolean {
  const isForMore = Array.isArray(aud) && aud.length > 1;
  return azp === clientId || (azp === undefined && !isForMore);
}

async function redeem(
  { signIn }: SignInIssuer,
  code: string,
  verifier: string,
  redirectUri: string,
  platform: Platform,
): Promise<string | null> {
  const { clientId, clientSecret, clientAuth, tokenUri } = signIn;
  const isBasic = clientAuth === "basic";
  // Both parts are escaped first (RFC 6749, 2.3.1).
  const pair = [clientId, clientSecret ?? ""].map(encodeURIComponent).join(":");
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...(isBasic ? {} : given({ client_id: clientId, client_secret: clientSecret })),
  });
  try {
    const answer = await platform.fetch(tokenUri, {
      method: "POST",
      body: form,
      headers: {
        accept: "application/json",
        ...(isBasic && { authorization: `Basic ${btoa(pair)}` }),
      },
      redirect: "manual",
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    });
    const { id_token: token } = (await readAnswer(answer)) as { id_token?: unknown };
    return typeof token === "string" ? token : null;
  } catch (error) {
    const reason = failureOf(error);
    platform.log({ level: "warn", event: "oidc_token_failed", uri: tokenUri, reason });
    return null;
  }
}

function personOf(issuer: SignInIssuer, payload: JWTPayload): VouchedFor | Refusal {
  const reach = reachOf(issuer, payload);
  const roles = rolesOf(issuer, payload);
  const { sub } = payload;
  if (sub === undefined) return failed();
  const named = [payload["name"], payload["email"], sub].filter(
    (claim) => typeof claim === "string",
  );
  return {
    personId: personIdOf(issuer.issuer, sub),
    name: named.map(nameFrom).find((name) => name !== "") ?? sub,
    role: ROLES.findLast((one) => roles.includes(one)),
    tenants: reach === "all" ? null : reach?.toSorted(),
    issuer: issuer.issuer,
  };
}

function failed(): Refusal {
  return refuse(401, "sign_in_failed", "The identity provider did not confirm who you are.");
}
