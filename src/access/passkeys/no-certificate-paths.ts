/**
 * The bundle holds this in the place of `@peculiar/x509` (wrangler.toml). A passkey is asked for
 * without attestation, so no maker's certificate path is followed: whoever sends one is refused.
 */
function refuse(): never {
  throw new Error("attestation by a certificate path is not asked for");
}

export {
  refuse as AuthorityKeyIdentifierExtension,
  refuse as CRLDistributionPointsExtension,
  refuse as SubjectKeyIdentifierExtension,
  refuse as X509Certificate,
  refuse as X509ChainBuilder,
  refuse as X509Crl,
};
