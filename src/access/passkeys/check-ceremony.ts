import { createHash, timingSafeEqual } from "../../platform/index.ts";
import { readAuthenticatorData, type AuthenticatorData } from "./authenticator-data.ts";

/** What an answer of a browser has to be for. */
export interface Expected {
  origin: string;
  isOurs: (challenge: string) => boolean;
}

/** What the answers of `create` and `get` have in common. */
export interface Answer {
  id: string;
  rawId: string;
  type: string;
  /** What the browser says, which is JSON, and what the authenticator says. */
  client: Uint8Array;
  authenticator: Uint8Array;
}

/** Whatever a browser says stands here as one that means well would say it; all of it is checked. */
interface Client {
  type: string;
  challenge: string;
  origin: string;
  crossOrigin?: boolean;
  topOrigin?: string;
}

/**
 * The steps that are the same in WebAuthn 7.1 and 7.2; throws where one does not hold. Gives the
 * challenge that was answered, and what the authenticator says.
 */
export function checkCeremony(
  ceremony: "webauthn.create" | "webauthn.get",
  { id, rawId, type, client, authenticator }: Answer,
  { origin, isOurs }: Expected,
): AuthenticatorData & { challenge: string } {
  hold(id !== "" && id === rawId && type === "public-key", "a credential");
  const { challenge, ...about } = JSON.parse(Buffer.from(client).toString()) as Client;
  hold(about.type === ceremony, "of this ceremony");
  hold(typeof challenge === "string" && isOurs(challenge), "for our challenge");
  hold(about.origin === origin, "at our origin");
  hold(about.crossOrigin !== true && about.topOrigin === undefined, "outside of foreign frames");
  const said = readAuthenticatorData(authenticator);
  hold(timingSafeEqual(said.hostHash, hashOf(new URL(origin).hostname)), "for our host");
  hold(said.isPersonThere && said.isPersonVerified, "with its person there");
  hold(said.mayBeBackedUp || !said.isBackedUp, "saved where it can be");
  return { challenge, ...said };
}

export function hold(holds: boolean, what: string): void {
  if (!holds) throw new Error(`The passkey is not ${what}.`);
}

export function hashOf(said: string | Uint8Array): Uint8Array {
  return createHash("sha256").update(said).digest();
}

/** Bytes as a browser sends them: base64url; throws for anything but a text. */
export function bytesOf(text: unknown): Uint8Array<ArrayBuffer> {
  if (typeof text !== "string") throw new Error("The passkey's answer lacks a part.");
  return new Uint8Array(Buffer.from(text, "base64url"));
}

/** The other way: as a browser takes them. */
export function base64urlOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
