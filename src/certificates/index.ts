export { identifyCertificate, type IdentifiedCertificate } from "./identify-certificate.ts";
export {
  DEFAULT_TTL_DAYS,
  MAX_TTL_DAYS,
  MIN_TTL_DAYS,
  refuseIssuing,
  type IssuedCertificate,
  type IssueOrder,
} from "./issuer.ts";
export type { LookAtAuthority } from "./look-at-authority.ts";
export { certificatesOf } from "./open-issuer.ts";
export { type Csr, readCsr } from "./read-csr.ts";
export {
  CERTIFICATE_STATUSES,
  type CertificateStatus,
  certificateStatus,
  expiringFrom,
  renewalWindow,
  shareOf,
} from "./renewal-window.ts";
export {
  admitCertificate,
  type CertificateUse,
  RECOVERY_WINDOW_MS,
  refuseStranger,
} from "./admit-certificate.ts";
export {
  fingerprintsOf,
  firstSlots,
  type HeldCertificate,
  lapsePending,
  placeIssued,
  replayedRotation,
  retire,
  type Slots,
} from "./slots.ts";
