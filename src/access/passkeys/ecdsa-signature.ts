import { refuse } from "./no-attestation.ts";

const SEQUENCE = 0x30;
const INTEGER = 0x02;
/** Says that the next byte is the length; that of the longest signature, of P-521, is 139. */
const LONG = 0x81;

/**
 * The bundle holds this in the place of an ASN.1 library (wrangler.toml): a signature is two numbers
 * in a sequence, and a passkey without attestation has nothing else of ASN.1.
 */
export class ECDSASigValue {
  readonly r: Uint8Array;
  readonly s: Uint8Array;

  constructor(r: Uint8Array, s: Uint8Array) {
    this.r = r;
    this.s = s;
  }
}

export const AsnParser = {
  parse(signature: Uint8Array, kind: unknown): ECDSASigValue {
    if (kind !== ECDSASigValue) refuse();
    const [numbers, behind] = element(SEQUENCE, signature);
    const [r, rest] = element(INTEGER, numbers);
    const [s, more] = element(INTEGER, rest);
    if (behind.length > 0 || more.length > 0) malformed();
    return new ECDSASigValue(r, s);
  },
};

/** What stands in the first element, and what stands behind it. */
function element(tag: number, bytes: Uint8Array): [content: Uint8Array, behind: Uint8Array] {
  const [found, first = 0, second = 0] = bytes;
  const isLong = first === LONG;
  const start = isLong ? 3 : 2;
  const end = start + (isLong ? second : first);
  if (found !== tag || first > LONG || end > bytes.length || end === start) malformed();
  return [bytes.subarray(start, end), bytes.subarray(end)];
}

function malformed(): never {
  throw new Error("no ECDSA signature");
}

export {
  refuse as ECParameters,
  refuse as id_ecdsaWithSHA256,
  refuse as id_ecdsaWithSHA384,
  refuse as id_ecdsaWithSHA512,
  refuse as id_ecPublicKey,
  refuse as id_secp256r1,
  refuse as id_secp384r1,
  refuse as OctetString,
} from "./no-attestation.ts";
