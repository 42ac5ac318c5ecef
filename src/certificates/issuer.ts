import { refuse, secondsAsked, type Refusal } from "../http/index.ts";
import { livePlatform, MINUTE_MS, seldom } from "../platform/index.ts";
import type { AgentIdentity } from "./agent-uri.ts";
import { sha256Hex, toHex, toPem } from "./pem.ts";
import type { Certificate } from "./read-certificate.ts";
import type { Csr } from "./read-csr.ts";

export const DEFAULT_TTL_DAYS = 30;
export const MIN_TTL_DAYS = 1;
export const MAX_TTL_DAYS = 90;
/** Certificates begin a little earlier than now, for agents whose clocks are slow. */
export const BACKDATE_MS = MINUTE_MS;
export const ISSUER_RETRY_SECONDS = 30;
const MAX_ISSUER_WAIT_SECONDS = 86_400;
/** The most that is read of a CA's answer; even a chain of large certificates is far shorter. */
export const MAX_ANSWER_BYTES = 131_072;

export interface IssueOrder extends AgentIdentity {
  csr: Csr;
  ttlDays: number;
  now: number;
  /** Whether the agent holds a certificate already; for EST that is another request. */
  renewal: boolean;
}

export interface IssuedCertificate {
  pem: string;
  /** Issuing certificate first. */
  chainPem: string;
  fingerprint: string;
  keyFingerprint: string;
  serial: string;
  notBefore: number;
  notAfter: number;
  /** The issuer's name for this certificate, if the issuer has to be told of a revocation. */
  reference: string | null;
}

export interface Issuer {
  kind: "local" | "cloudflare" | "est";
  /** Whether the certificate names tenant and agent. If not, its fingerprint is looked up. */
  namesAgent: boolean;
  issue: (order: IssueOrder) => Promise<IssuedCertificate | Refusal>;
  /** May fail: what refuses a revoked certificate is our own record. */
  revoke: (reference: string) => Promise<boolean>;
}

/** Refuses for now: the same request may get a certificate later. */
export function refuseIssuing(
  error: string,
  message: string,
  retryAfterSeconds = ISSUER_RETRY_SECONDS,
): Refusal {
  return refuse(503, error, message, { retryAfterSeconds, retryable: true, action: "retry_later" });
}

export function answerTooLong(): Error {
  return new Error(`an answer of more than ${MAX_ANSWER_BYTES} bytes`);
}

/** Because every agent of a fleet would cause the same line. */
const isTime = seldom();

/** For a CA that answered without a certificate, for example because its quota is used up. */
export function refusedByIssuer(
  issuer: Issuer["kind"],
  response: Response,
  now: number,
  code?: number,
): Refusal {
  const { status } = response;
  if (isTime(now)) {
    livePlatform.log({ level: "error", event: "issuer_refused", issuer, status, code });
  }
  const message = "The certificate authority gave no certificate.";
  return refuseIssuing("issuer_unavailable", message, retrySecondsOf(response, now));
}

/** How many seconds to wait, by the CA's Retry-After if it sent one. */
export function retrySecondsOf(response: Response, now: number): number {
  const wait = Math.min(secondsAsked(response, now), MAX_ISSUER_WAIT_SECONDS);
  return wait > 0 ? wait : ISSUER_RETRY_SECONDS;
}

/** What is kept of a certificate, whoever issued it. */
export async function describeIssued(
  certificate: Certificate,
  chainPem: string,
  reference: string | null,
): Promise<IssuedCertificate> {
  return {
    pem: toPem("CERTIFICATE", certificate.der),
    chainPem,
    fingerprint: await sha256Hex(certificate.der),
    keyFingerprint: await sha256Hex(certificate.publicKey.spki),
    serial: toHex(certificate.serial),
    notBefore: certificate.notBefore,
    notAfter: certificate.notAfter,
    reference,
  };
}
