import { collectBytes, type Refusal } from "../http/index.ts";
import { discardBody } from "../platform/index.ts";
import { chainPem } from "./authority.ts";
import {
  answerTooLong,
  describeIssued,
  type IssuedCertificate,
  type IssueOrder,
  type Issuer,
  MAX_ANSWER_BYTES,
  refusedByIssuer,
  refuseIssuing,
  retrySecondsOf,
} from "./issuer.ts";
import { orderChain } from "./order-chain.ts";
import { fromBase64, sha256Hex, toLines } from "./pem.ts";
import type { Certificate } from "./read-certificate.ts";
import { readPkcs7 } from "./read-pkcs7.ts";

const TIMEOUT_MS = 20_000;
const PKCS7 = "application/pkcs7-mime";

interface EstServer {
  /** The server's address with its label, such as https://ca.example/.well-known/est. */
  url: string;
  /** The mTLS binding's fetch: the company CA knows us by our client certificate. */
  fetch: typeof fetch;
}

/** Issues by a company's own CA over EST (RFC 7030), with Rampart as its registration authority. */
export function estIssuer({ url, fetch }: EstServer): Issuer {
  const ask = (path: string, init: RequestInit) =>
    fetch(`${url}/${path}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
    });

  const issue = async (order: IssueOrder): Promise<IssuedCertificate | Refusal> => {
    const response = await ask(order.renewal ? "simplereenroll" : "simpleenroll", {
      method: "POST",
      headers: {
        "content-type": "application/pkcs10",
        "content-transfer-encoding": "base64",
        accept: PKCS7,
      },
      body: toLines(order.csr.der),
    });
    const found = await readCertsOnly(response);
    if (found === undefined) return unavailable(response, order);
    const leaf = await withKey(found, order.csr.keyFingerprint);
    if (leaf === undefined) return unavailable(response, order);
    const sent = found.filter((certificate) => certificate !== leaf);
    const chain = await orderChain(leaf, sent);
    if (chain.length > 0) return describeIssued(leaf, chainPem(chain), null);
    const caCerts = await readCertsOnly(await ask("cacerts", { headers: { accept: PKCS7 } }));
    const fetched = await orderChain(leaf, caCerts ?? []);
    if (fetched.length === 0) return unavailable(response, order);
    return describeIssued(leaf, chainPem(fetched), null);
  };
  // EST cannot revoke. Our own record refuses the certificate; at the CA its staff must revoke it.
  return { kind: "est", namesAgent: false, issue, revoke: () => Promise.resolve(false) };
}

async function readCertsOnly(response: Response): Promise<Certificate[] | undefined> {
  const type = response.headers.get("content-type") ?? "";
  if (response.status !== 200 || !type.toLowerCase().startsWith(PKCS7)) {
    await discardBody(response);
    return undefined;
  }
  const bytes = await collectBytes(response.body, MAX_ANSWER_BYTES, answerTooLong);
  const der = fromBase64(new TextDecoder().decode(bytes).replace(/\s/g, ""));
  return der === undefined ? undefined : readPkcs7(der);
}

async function withKey(found: Certificate[], fingerprint: string) {
  for (const certificate of found) {
    if ((await sha256Hex(certificate.publicKey.spki)) === fingerprint) return certificate;
  }
  return undefined;
}

/** 202 is the CA's "come back later" (a person may have to agree); the agent retries the same. */
function unavailable(response: Response, { now }: IssueOrder): Refusal {
  if (response.status !== 202) return refusedByIssuer("est", response, now);
  const message = "The certificate authority has the request and has not decided yet.";
  return refuseIssuing("issuer_pending", message, retrySecondsOf(response, now));
}
