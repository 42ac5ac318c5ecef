import type { X509Certificate } from "node:crypto";
import type { Server, TLSSocket } from "node:tls";
import { codeOf } from "./failure.ts";
import type { PresentedCertificate } from "./client-certificate.ts";

const MAX_CHAIN = 10;

/** The edge's words for the outcomes that matter; any other is a bare FAILED. */
const REASONS: Readonly<Record<string, string>> = {
  UNABLE_TO_GET_ISSUER_CERT: "unable to get issuer certificate",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unable to get local issuer certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unable to verify the first certificate",
  DEPTH_ZERO_SELF_SIGNED_CERT: "self signed certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "self signed certificate in certificate chain",
  CERT_SIGNATURE_FAILURE: "certificate signature failure",
  CERT_HAS_EXPIRED: "certificate has expired",
  CERT_NOT_YET_VALID: "certificate is not yet valid",
  INVALID_CA: "invalid CA certificate",
  INVALID_PURPOSE: "unsupported certificate purpose",
  PATH_LENGTH_EXCEEDED: "path length constraint exceeded",
};
const UNTRUSTED = "UNABLE_TO_VERIFY_LEAF_SIGNATURE";
const OUT_OF_TIME = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);

/**
 * Reads the certificate of each client before Node's own listener does: Node checks whether an
 * authorized client has one, and this check throws the rest of the chain away. A key log line comes
 * early in every handshake, and no other event names the socket by then.
 */
export function watchCertificates(
  server: Server,
): (socket: TLSSocket) => X509Certificate | undefined {
  const leaves = new WeakMap<TLSSocket, X509Certificate>();
  const watched = new WeakSet<TLSSocket>();
  server.on("keylog", (_line, socket) => {
    if (watched.has(socket)) return;
    watched.add(socket);
    socket.prependOnceListener("secure", () => {
      const leaf = socket.getPeerX509Certificate();
      if (leaf !== undefined) leaves.set(socket, leaf);
    });
  });
  return (socket) => leaves.get(socket);
}

/** Returns what the client sent and what OpenSSL says of it, once the handshake is over. */
export function judge(
  socket: TLSSocket,
  leaf: X509Certificate,
  authorities: readonly X509Certificate[],
): PresentedCertificate {
  const chain = sentWith(leaf);
  const issuer = issuerOf(leaf, [...authorities, ...chain, leaf]);
  return { leaf, chain, issuer, verified: verdict(socket, leaf, chain, authorities) };
}

function verdict(
  socket: TLSSocket,
  leaf: X509Certificate,
  chain: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
): string {
  if (socket.authorized) return "SUCCESS";
  const error: unknown = socket.authorizationError;
  const code = typeof error === "string" ? error : (codeOf(error) ?? "");
  // OpenSSL reports its last complaint only, and a date must not hide an unknown authority.
  const known = !OUT_OF_TIME.has(code) || leadsTo(authorities, leaf, chain);
  const reason = REASONS[known ? code : UNTRUSTED];
  return reason === undefined ? "FAILED" : `FAILED:${reason}`;
}

function leadsTo(
  authorities: readonly X509Certificate[],
  leaf: X509Certificate,
  chain: readonly X509Certificate[],
): boolean {
  let current = leaf;
  for (let step = 0; step <= chain.length; step += 1) {
    if (issuerOf(current, authorities) !== undefined) return true;
    const next = issuerOf(current, chain);
    if (next === undefined) return false;
    current = next;
  }
  return false;
}

function issuerOf(
  certificate: X509Certificate,
  candidates: readonly X509Certificate[],
): X509Certificate | undefined {
  return candidates.find(
    (candidate) => certificate.checkIssued(candidate) && certificate.verify(candidate.publicKey),
  );
}

/** Returns the certificates behind the leaf, in the order in which the client sent them. */
function sentWith(leaf: X509Certificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let next = leaf.issuerCertificate;
  while (next !== undefined && chain.length < MAX_CHAIN) {
    chain.push(next);
    next = next.issuerCertificate;
  }
  return chain;
}
