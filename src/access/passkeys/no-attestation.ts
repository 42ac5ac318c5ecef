/**
 * The bundle holds this in the place of what reads makers' certificates (wrangler.toml). A passkey
 * is asked for without attestation, so none is read.
 */
export function refuse(): never {
  throw new Error("attestation by a certificate is not asked for");
}

export {
  refuse as AuthorityKeyIdentifierExtension,
  refuse as BasicConstraints,
  refuse as Certificate,
  refuse as CRLDistributionPointsExtension,
  refuse as ExtendedKeyUsage,
  refuse as id_ce_basicConstraints,
  refuse as id_ce_extKeyUsage,
  refuse as id_ce_keyDescription,
  refuse as id_ce_subjectAltName,
  refuse as id_ml_dsa_44,
  refuse as id_ml_dsa_65,
  refuse as id_ml_dsa_87,
  refuse as id_rsaEncryption,
  refuse as id_sha1WithRSAEncryption,
  refuse as id_sha256WithRSAEncryption,
  refuse as id_sha384WithRSAEncryption,
  refuse as id_sha512WithRSAEncryption,
  refuse as KeyDescription,
  refuse as RSAPublicKey,
  refuse as SubjectAlternativeName,
  refuse as SubjectKeyIdentifierExtension,
  refuse as X509Certificate,
  refuse as X509ChainBuilder,
  refuse as X509Crl,
};
