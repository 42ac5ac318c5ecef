import { fromPem } from "./pem.ts";
import { type PublicKey, readPublicKey } from "./public-key.ts";
import {
  attempt,
  type Bytes,
  childrenOf,
  type Der,
  malformed,
  readDer,
  sequenceOf,
  TAG,
  tagged,
} from "./read-der.ts";
import { readBits, readOid, readTime, readUnsigned } from "./read-values.ts";
import { readAlgorithm, type Signed } from "./signature.ts";

export const EXTENSION = {
  subjectKeyId: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  authorityKeyId: "2.5.29.35",
  extendedKeyUsage: "2.5.29.37",
} as const;

/** The tag of a URI among the names of a subjectAltName. */
export const URI_NAME = 0x86;
const EXTENSIONS = 0xa3;
const VERSION = 0xa0;

export interface Certificate {
  der: Bytes;
  serial: Bytes;
  /** Names as they were encoded; they are only compared and copied. */
  issuer: Bytes;
  subject: Bytes;
  notBefore: number;
  notAfter: number;
  publicKey: PublicKey;
  isCa: boolean;
  /** Extended key usages; undefined when the certificate does not restrict them. */
  usages: string[] | undefined;
  uris: string[];
  subjectKeyId: Bytes | undefined;
  signed: Signed;
}

export function readCertificate(der: Bytes): Certificate | undefined {
  return attempt(() => {
    const [tbs, algorithm, signature, ...more] = sequenceOf(readDer(der));
    if (tbs === undefined || more.length > 0) return malformed();
    const fields = sequenceOf(tbs);
    if (fields[0]?.tag === VERSION) fields.shift();
    const [serial, , issuer, validity, subject, spki, ...rest] = fields;
    const [from, to] = sequenceOf(validity);
    return {
      der,
      serial: readUnsigned(serial),
      issuer: tagged(issuer, TAG.sequence).whole,
      subject: tagged(subject, TAG.sequence).whole,
      notBefore: readTime(from),
      notAfter: readTime(to),
      publicKey: readPublicKey(spki),
      ...readExtensions(rest.find(({ tag }) => tag === EXTENSIONS)),
      signed: {
        data: tbs.whole,
        algorithm: readAlgorithm(algorithm),
        signature: readBits(signature),
      },
    };
  });
}

/** All certificates of a PEM text; undefined if one of them cannot be read. */
export function readCertificates(pem: string): Certificate[] | undefined {
  const found = fromPem(pem, ["CERTIFICATE"])?.map(readCertificate);
  return found?.every((certificate) => certificate !== undefined) === true ? found : undefined;
}

type Extensions = Pick<Certificate, "isCa" | "usages" | "uris" | "subjectKeyId">;

function readExtensions(der: Der | undefined): Extensions {
  const values = new Map<string, Der>();
  const list = der === undefined ? [] : sequenceOf(childrenOf(der)[0]);
  for (const extension of list) {
    const parts = sequenceOf(extension);
    const name = readOid(parts[0]);
    if (values.has(name)) malformed();
    values.set(name, readDer(tagged(parts.at(-1), TAG.octetString).content));
  }
  const constraints = values.get(EXTENSION.basicConstraints);
  const usages = values.get(EXTENSION.extendedKeyUsage);
  const names = values.get(EXTENSION.subjectAltName);
  return {
    isCa: constraints !== undefined && isTrue(sequenceOf(constraints)[0]),
    usages: usages === undefined ? undefined : sequenceOf(usages).map(readOid),
    uris: names === undefined ? [] : sequenceOf(names).filter(isUri).map(asciiOf),
    subjectKeyId: values.get(EXTENSION.subjectKeyId)?.content,
  };
}

/** DER leaves FALSE out, but some authorities write it. */
function isTrue(der: Der | undefined): boolean {
  return der?.tag === TAG.boolean && der.content[0] !== 0;
}

function isUri({ tag }: Der): boolean {
  return tag === URI_NAME;
}

function asciiOf({ content }: Der): string {
  return new TextDecoder("latin1").decode(content);
}
