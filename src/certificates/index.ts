export { type AgentIdentity } from "./agent-uri.ts";
export { refuseStale } from "./generation.ts";
export { identifyCertificate, type IdentifiedCertificate } from "./identify-certificate.ts";
export {
  DEFAULT_TTL_DAYS,
  MAX_TTL_DAYS,
  MIN_TTL_DAYS,
  type IssuedCertificate,
  type Issuer,
} from "./issuer.ts";
export { certificatesOf, type CertificatesConfig } from "./open-issuer.ts";
export { type Csr, readCsr } from "./read-csr.ts";
export {
  certificateStatus,
  type CertificateStatus,
  expiringFrom,
  renewalWindow,
  shareOf,
} from "./renewal-window.ts";
export {
  admitCertificate,
  type Admission,
  type CertificateUse,
  fingerprintsOf,
  firstSlots,
  type HeldCertificate,
  lapsePending,
  placeIssued,
  replayedRotation,
  type Slots,
} from "./slots.ts";
