import type { ErrorWords } from "./advice.ts";

/** Others seal with the same code what is short, and by keys that count. */
const only = ["Encryption", "Encryption keys"];

export const ENCRYPTION_ERRORS: Record<string, ErrorWords> = {
  key_not_provisioned: {
    means: "The tenant has no key: provision one before anything is encrypted.",
    advice: "read",
    only,
  },
  key_version_not_found: { means: "The tenant has no key of this version.", advice: "read", only },
  key_version_unknown: {
    means: "The ciphertext names a version that the tenant never had.",
    advice: "mend",
    only,
  },
  key_version_disabled: {
    means: "The key version is disabled: enable it to open what it sealed.",
    advice: "tenant",
    only,
  },
  key_version_destroyed: {
    means: "The key version was destroyed; what it sealed is lost for good.",
    advice: "stop",
    only,
  },
  key_version_current: {
    means: "The current version encrypts: rotate the key first.",
    advice: "read",
    only,
  },
  key_version_in_use: {
    means: "Only a version that has been disabled for a moment can be destroyed.",
    advice: "read",
    only,
  },
  rotation_limit: {
    means: "The key got as many versions within an hour as it may get.",
    advice: "again",
    only: ["rotateKey"],
  },
  ciphertext_malformed: {
    means: "The text is no ciphertext of this service.",
    advice: "mend",
    only,
  },
  decryption_failed: {
    means: "The ciphertext does not open for this tenant and context.",
    advice: "mend",
    only,
  },
  value_too_large: { means: "The value is too long.", advice: "mend", only },
  context_too_large: { means: "The context is too long.", advice: "mend", only },
  encryption_unavailable: {
    means: "Keys cannot be reached now.",
    advice: "again",
    only: [...only, "Encryption roots", "Webhooks", "AI settings"],
  },
};
