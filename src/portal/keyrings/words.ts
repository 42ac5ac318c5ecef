import { sideBySide } from "../frame/language.ts";
import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const keyringWords = withSpanish(
  {
    title: "Keyrings",
    lead: "Every tenant's encryption key, by the root secret that it is wrapped under. No key is ever shown.",
    roots: "Roots",
    root: "Root",
    several: "several",
    current: "current",
    present: "In the configuration",
    removable: "Can be removed",
    tenants: "Tenants",
    failed: "Failed moves",
    firstSeen: "First seen",
    rings: "Tenants with a key",
    tenant: "Tenant",
    provisioned: "Made",
    moved: "Moved to its root",
    failure: "Last failure",
    none: "No tenant has a key yet",
    noneText:
      "A tenant's first webhook endpoint makes its key, and so does a service that asks for one. Encrypting never does.",
    keyring: "Encryption key",
    keyringLead: "Your services encrypt fields with it. The key itself is never shown.",
    version: "Version",
    versions: "Versions",
    state: "State",
    created: "Made",
    age: "Age in days",
    encryptions: "Encryptions",
    decryptions: "Decryptions",
    lastDecrypted: "Last decryption",
    safe: "Safe to disable",
    rotation: "Rotates by itself",
    never: "never",
    after: (parts: string[]) => parts.join(" or "),
    afterDays: (days: string) => `after ${days} ${days === "1" ? "day" : "days"}`,
    afterUses: (uses: string) => `after ${uses} encryptions`,
    noKey: "This tenant has no key yet",
    rotate: "Rotate the key",
    rotateText: "What was encrypted opens as before.",
    empty: "Empty: never.",
    disableText:
      "What it encrypted does not open until it is enabled again, nor older secrets of webhooks and AI providers.",
    destroy: "Destroy",
    destroyText: "What it encrypted never opens again. Nobody can undo this.",
  },
  spanish,
  {
    after: (parts: string[]) => parts.join(" o "),
    afterDays: (days: string) => `tras ${days} ${days === "1" ? "día" : "días"}`,
    afterUses: (uses: string) => `tras ${uses} cifrados`,
  },
);

export const versionStateWords = sideBySide<"active" | "decrypt_only" | "disabled" | "destroyed">({
  active: ["active", "activa"],
  decrypt_only: ["decrypts only", "solo descifra"],
  disabled: ["disabled", "desactivada"],
  destroyed: ["destroyed", "destruida"],
});
