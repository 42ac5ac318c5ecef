import { createHash, timingSafeEqual } from "../../platform/index.ts";
import { readAuthenticatorData, type AuthenticatorData } from "./authenticator-data.ts";

/** What a browser's answer must match. */
export interface Expected {
  origin: string;
  isOurs: (challenge: string) => boolean;
}

/** What the answers to `create` and `get` have in common. */
export interface Answer {
  id: string;
  rawId: string;
  type: string;
  /** The browser's part (JSON); `authenticator` is the authenticator's part. */
  client: Uint8Array;
  authenticator: Uint8Array;
}

/** The type that an honest browser sends. Nothing of it is trusted: every field is checked. */
interface Client {
  type: string;
  challenge: string;
  origin: string;
  crossOrigin?: boolean;
  topOrigin?: string;
}

/**
 * Runs the steps that WebAuthn 7.1 and 7.2 share; throws if one does not hold. Gives the challenge
 * that was answered, and the authenticator's data.
 */
export function checkCeremony(
  ceremony: "webauthn.create" | "webauthn.get",
  { id, rawId, type, client, authenticator }: Answer,
  { origin, isOurs }: Expected,
): AuthenticatorData & { challenge: string } {
  mustBe(id !== "" && id === rawId && type === "public-key", "a credential");
  const { challenge, ...about } = JSON.parse(Buffer.from(client).toString()) as Client;
  mustBe(about.type === ceremony, "of this ceremony");
  mustBe(typeof challenge === "string" && isOurs(challenge), "for our challenge");
  mustBe(about.origin === origin, "at our origin");
  mustBe(about.crossOrigin !== true && about.topOrigin === undefined, "outside of foreign frames");
  const data = readAuthenticatorData(authenticator);
  mustBe(timingSafeEqual(data.hostHash, hashOf(new URL(origin).hostname)), "for our host");
  mustBe(data.isPersonThere && data.isPersonVerified, "with its person there");
  mustBe(data.mayBeBackedUp || !data.isBackedUp, "saved where it can be");
  return { challenge, ...data };
}

export function mustBe(holds: boolean, what: string): void {
  if (!holds) throw new Error(`The passkey is not ${what}.`);
}

export function hashOf(content: string | Uint8Array): Uint8Array {
  return createHash("sha256").update(content).digest();
}

/** The bytes of a part that a browser sent in base64url; throws if it is no text. */
export function bytesOf(text: unknown): Uint8Array<ArrayBuffer> {
  if (typeof text !== "string") throw new Error("The passkey's answer lacks a part.");
  return new Uint8Array(Buffer.from(text, "base64url"));
}

/** Bytes in base64url, as a browser takes them. */
export function base64urlOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
