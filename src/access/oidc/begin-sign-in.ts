import { createHash, randomBytes } from "../../platform/index.ts";
import { noSuch, type Refusal } from "../../http/index.ts";
import { signInIssuers } from "./issuers.ts";

const SECRET_BYTES = 32;

/**
 * What the browser keeps until it comes back. Each sign-in has its own, and it counts for one
 * provider.
 */
export interface StartedSignIn {
  provider: string;
  state: string;
  nonce: string;
  /** The verifier of PKCE: its hash is sent now, and the verifier itself later with the code. */
  verifier: string;
  startedAt: number;
}

/** Gives the address to send the browser to, and what it has to keep meanwhile. */
export function beginSignIn(
  setting: string,
  provider: string,
  redirectUri: string,
  now: number,
): { location: string; started: StartedSignIn } | Refusal {
  const issuer = signInIssuers(setting).find(({ signIn }) => signIn.id === provider);
  if (issuer === undefined) return noSuch("provider");
  const { authorizationUri, clientId, scope } = issuer.signIn;
  const started = {
    provider,
    state: randomText(),
    nonce: randomText(),
    verifier: randomText(),
    startedAt: now,
  };
  const location = new URL(authorizationUri);
  const query = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state: started.state,
    nonce: started.nonce,
    code_challenge: createHash("sha256").update(started.verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(query)) location.searchParams.set(name, value);
  return { location: location.href, started };
}

function randomText(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}
