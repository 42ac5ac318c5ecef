import { readSetting } from "../../platform/index.ts";
import type { KeySet } from "../delivery/answers.ts";
import type { SigningPair } from "./sign-message.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      /** Ed25519 private key as a JWK with a `kid`; without it there are no `v1a` signatures. */
      WEBHOOK_SIGNING_KEY?: string;
    }
  }
}

/** 32 bytes in base64url. */
const HALF = /^[\w-]{43}$/;

let known: { setting: string; pair: Promise<SigningPair> } | undefined;

export async function signingPair(env: Cloudflare.Env): Promise<SigningPair | undefined> {
  const setting = env.WEBHOOK_SIGNING_KEY;
  if (setting === undefined || setting === "") return undefined;
  if (known?.setting !== setting) known = { setting, pair: importPair(setting) };
  return known.pair;
}

/** The keys to verify `v1a` with, as `/.well-known/webhook-keys.json` gives them. */
export function publicKeys(env: Cloudflare.Env): KeySet {
  const setting = env.WEBHOOK_SIGNING_KEY;
  if (setting === undefined || setting === "") return { keys: [] };
  const { kty, crv, x, kid } = read(setting);
  return { keys: [{ kty, crv, x, kid, use: "sig", alg: "EdDSA" }] };
}

async function importPair(setting: string): Promise<SigningPair> {
  const { kty, crv, x, d, kid } = read(setting);
  // Without `alg`, whose value differs between runtimes.
  const jwk = { kty, crv, x, d };
  const privateKey = await crypto.subtle.importKey("jwk", jwk, "Ed25519", false, ["sign"]);
  return { kid, privateKey };
}

interface PrivateJwk {
  kty: string;
  crv: string;
  x: string;
  d: string;
  kid: string;
}

function read(setting: string): PrivateJwk {
  return readSetting("WEBHOOK_SIGNING_KEY", () => {
    const jwk: unknown = JSON.parse(setting);
    if (!isPrivateJwk(jwk)) throw new Error("it is no private Ed25519 JWK with a kid");
    return jwk;
  });
}

function isPrivateJwk(jwk: unknown): jwk is PrivateJwk {
  if (typeof jwk !== "object" || jwk === null) return false;
  const { kty, crv, x, d, kid } = jwk as Partial<Record<string, unknown>>;
  const isHalf = (one: unknown) => typeof one === "string" && HALF.test(one);
  return kty === "OKP" && crv === "Ed25519" && isHalf(x) && isHalf(d) && typeof kid === "string";
}
