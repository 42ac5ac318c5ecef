export { changeKeySettings } from "./change-key-settings.ts";
export { changeVersion } from "./change-version.ts";
export { decryptField } from "./decrypt.ts";
export { keyAccessFor, keyAccessOf, type KeyAccess } from "./key-access.ts";
export { encryptField } from "./encrypt.ts";
export { rotateRoots } from "./jobs.ts";
export { provisionKey } from "./provision.ts";
export { rotateKey } from "./rotate.ts";
export {
  openForTenant,
  sealForTenant,
  type SecretOwner,
  type SecretReader,
} from "./seal-for-tenant.ts";
export { showKey } from "./show-key.ts";
export { showRoots } from "./show-roots.ts";
export { readRoots, type Roots } from "./envelope/roots.ts";
export {
  countByRoot,
  failedKeyrings,
  listKeyrings,
  SEVERAL_ROOTS,
  type KeyringEntry,
} from "./store.ts";
export { settingsChange, versionParam } from "./key-schemas.ts";
export { type KeyStatus, type VersionStatus } from "./key-answers.ts";
export type { RootProgress } from "./root-schemas.ts";
