/** What the edge says of the certificate that came with the TLS handshake. */
export interface PresentedCertificate {
  /** "SUCCESS", or "FAILED:" and a reason; the edge says SUCCESS for revoked ones too. */
  verified: string;
  revoked: boolean;
  /** The leaf as base64 of its DER; empty when the edge left it out for its size. */
  leaf: string;
}

/** Reads `request.cf`, which no client can write; a header would be anybody's word. */
export function readClientCertificate(request: Request): PresentedCertificate | undefined {
  const auth = request.cf?.["tlsClientAuth"] as TlsClientAuth | undefined;
  if (auth?.certPresented !== "1") return undefined;
  return {
    verified: auth.certVerified ?? "FAILED",
    revoked: auth.certRevoked !== "0",
    leaf: byteSequence(auth.certRFC9440),
  };
}

/** The text between the colons. Whether it is base64 is checked when it is decoded. */
function byteSequence(text = ""): string {
  return text.startsWith(":") && text.endsWith(":") ? text.slice(1, -1) : "";
}

interface TlsClientAuth {
  certPresented?: string;
  certVerified?: string;
  certRevoked?: string;
  certRFC9440?: string;
}
