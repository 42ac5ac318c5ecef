import {
  attempt,
  type Bytes,
  childrenOf,
  malformed,
  readDer,
  sequenceOf,
  TAG,
  tagged,
} from "./read-der.ts";
import { type Certificate, readCertificate } from "./read-certificate.ts";
import { readOid } from "./read-values.ts";

const SIGNED_DATA = "1.2.840.113549.1.7.2";
const EXPLICIT_0 = 0xa0;
/** CMS may be BER (RFC 5652). Java's libraries use indefinite lengths down to the certificates. */
const LEVELS = 8;

/** The certificates of a "certs-only" PKCS#7 message. */
export function readPkcs7(der: Bytes): Certificate[] | undefined {
  const found = attempt(() => {
    const [type, content] = sequenceOf(readDer(der, LEVELS), LEVELS);
    if (readOid(type) !== SIGNED_DATA) return malformed();
    const [signedData] = childrenOf(tagged(content, EXPLICIT_0), LEVELS);
    const certificates = sequenceOf(signedData, LEVELS).find(({ tag }) => tag === EXPLICIT_0);
    if (certificates === undefined) return [];
    return childrenOf(certificates)
      .filter(({ tag }) => tag === TAG.sequence)
      .map(({ whole }) => readCertificate(whole));
  });
  return found?.every((certificate) => certificate !== undefined) === true ? found : undefined;
}
