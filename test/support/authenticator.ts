import { encodeCBOR, type CBORType } from "@levischuck/tiny-cbor";

/** The algorithms that an authenticator may sign with, as WebCrypto makes such keys. */
const KINDS = {
  ES256: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  EdDSA: { name: "Ed25519" },
  RS256: {
    name: "RSASSA-PKCS1-v1_5",
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
    hash: "SHA-256",
  },
};
export type Kind = keyof typeof KINDS;
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** What a browser and its authenticator may do wrong. */
export interface Ways {
  origin?: string;
  rpId?: string;
  /** Whether the person was asked for a finger or a code. */
  verified?: boolean;
  counter?: number;
  /** Signs with this in place of the passkey's own key. */
  key?: CryptoKey;
  /** The ceremony that the browser says it was asked for. */
  ceremony?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  /** Bits of the flags that are inverted. */
  turnedFlags?: number;
  /** The person that the authenticator names; without this, none. */
  person?: string;
}

/** The part of a page's options that these answers depend on. */
export interface PageOptions {
  challenge: string;
}

/** A passkey in an authenticator, which answers in the form that a browser sends. */
export interface Passkey {
  id: string;
  key: CryptoKey;
  /** `navigator.credentials.create`, attestation "none". */
  create: (options: PageOptions, ways?: Ways) => Promise<string>;
  /** `navigator.credentials.get`. */
  get: (options: PageOptions, ways?: Ways) => Promise<string>;
}

export async function aPasskey(home: string, kind: Kind = "ES256", idBytes = 16): Promise<Passkey> {
  const how = KINDS[kind];
  const pair = (await crypto.subtle.generateKey(how, true, ["sign", "verify"])) as CryptoKeyPair;
  const rawId = crypto.getRandomValues(new Uint8Array(idBytes));
  const id = base64url(rawId);
  const place = { origin: home, rpId: new URL(home).hostname };
  const credential = (response: object) =>
    JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });

  return {
    id,
    key: pair.privateKey,
    create: async ({ challenge }, ways = {}) => {
      const all = { ...place, ...ways };
      const head = await authenticatorData(all, ATTESTED);
      const length = Buffer.from([rawId.length >> 8, rawId.length & 0xff]);
      const publicKey = await coseKey(pair.publicKey, kind);
      const data = Buffer.concat([head, Buffer.alloc(16), length, rawId, publicKey]);
      return credential({
        clientDataJSON: base64url(clientData("webauthn.create", challenge, all)),
        attestationObject: base64url(attestation(data)),
        transports: ["internal"],
      });
    },
    get: async ({ challenge }, ways = {}) => {
      const all = { ...place, ...ways };
      const data = await authenticatorData(all, 0);
      const client = clientData("webauthn.get", challenge, all);
      const signed = Buffer.concat([data, await sha256(client)]);
      const raw = await crypto.subtle.sign(how, ways.key ?? pair.privateKey, signed);
      const signature = kind === "ES256" ? derOf(Buffer.from(raw)) : Buffer.from(raw);
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...(ways.person === undefined ? {} : { userHandle: base64url(Buffer.from(ways.person)) }),
      });
    },
  };
}

function clientData(asked: string, challenge: string, ways: Ways & { origin: string }): Buffer {
  const { ceremony: type = asked, origin, crossOrigin = false, topOrigin } = ways;
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin, topOrigin }));
}

async function authenticatorData(ways: Ways & { rpId: string }, more: number): Promise<Buffer> {
  const { rpId, verified = true, counter = 0, turnedFlags = 0 } = ways;
  const flags = (PRESENT | (verified ? VERIFIED : 0) | more) ^ turnedFlags;
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([await sha256(Buffer.from(rpId)), Buffer.from([flags]), count]);
}

async function sha256(bytes: Buffer): Promise<Buffer> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes));
}

/** Writes CBOR of { fmt: "none", attStmt: {}, authData }. */
function attestation(data: Buffer): Buffer {
  const size = Buffer.from([0x59, data.length >> 8, data.length & 0xff]);
  const [none, empty] = [cborText("none"), Buffer.from([0xa0])];
  const parts = [cborText("fmt"), none, cborText("attStmt"), empty, cborText("authData"), size];
  return Buffer.concat([Buffer.from([0xa3]), ...parts, data]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
}

/**
 * Writes the public key in COSE, in which numbers stand for the kind, the algorithm, the curve and the
 * parts of the key.
 */
async function coseKey(key: CryptoKey, kind: Kind): Promise<Uint8Array> {
  const jwk = (await crypto.subtle.exportKey("jwk", key)) as JsonWebKey;
  const part = (text = "") => new Uint8Array(Buffer.from(text, "base64url"));
  const parts: Record<Kind, [number, CBORType][]> = {
    ES256: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, part(jwk.x)],
      [-3, part(jwk.y)],
    ],
    EdDSA: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, part(jwk.x)],
    ],
    RS256: [
      [1, 3],
      [3, -257],
      [-1, part(jwk.n)],
      [-2, part(jwk.e)],
    ],
  };
  return encodeCBOR(new Map(parts[kind]));
}

/**
 * Turns r and s one behind the other, as WebCrypto signs, into the sequence of integers that WebAuthn
 * sends.
 */
function derOf(raw: Buffer): Buffer {
  const numbers = [raw.subarray(0, 32), raw.subarray(32)].map((half) => {
    const from = half.findIndex((byte) => byte !== 0);
    const digits = half.subarray(from === -1 ? half.length - 1 : from);
    const signed = (digits[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.alloc(1), digits]) : digits;
    return Buffer.concat([Buffer.from([0x02, signed.length]), signed]);
  });
  const body = Buffer.concat(numbers);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
