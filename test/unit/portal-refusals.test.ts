import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { refuse } from "../../src/http/index.ts";
import { teamWords } from "../../src/portal/members/words.ts";
import { sayRefusal } from "../../src/portal/frame/say-refusal.ts";

/** Refusals that only programs get: of bearer tokens, API keys, Idempotency-Key and ciphertexts. */
const NOT_FOR_PEOPLE = new Set([
  "unauthorized",
  "idempotency_key_reused",
  "idempotency_key_busy",
  "too_many_tokens",
  "too_many_conversions",
  "too_many_failures",
  "client_certificate_required",
  "ciphertext_malformed",
  "key_version_unknown",
  "key_version_disabled",
  "decryption_failed",
]);

/** Slices whose rules the pages call directly, and the refusals of an address. */
const FILES = globSync([
  "src/{portal,access,platform,webhooks,tenants,dictionaries,inspection}/**/*.{ts,tsx}",
  "src/encryption/{refusals,keyring/*}.ts",
  "src/ai/actions/{decide,policy}.ts",
  "src/ai/documents/*.ts",
  "src/http/not-found.ts",
]);

const REFUSED = /refuse\(\s*\d+,\s*"([a-z_]+)"/g;

describe("a refusal on a page", () => {
  const names = FILES.flatMap((file) =>
    Array.from(readFileSync(file, "utf8").matchAll(REFUSED), ([, name = ""]) => name),
  );
  const said = [...new Set(names)].filter((name) => !NOT_FOR_PEOPLE.has(name));

  it.each(said)("%s has a Spanish text", (name) => {
    const english = "Only the API says this.";
    const refusal = refuse(409, name, english);
    expect(sayRefusal("es", refusal)).not.toBe(english);
    expect(sayRefusal("en", refusal)).not.toBe("");
  });

  it.each(["permission_denied", "no_place_here"])(
    "%s has the same Spanish word for a role as the page of the members",
    (name) => {
      const [role = ""] = teamWords({ language: "es", tenantId: "t" }).role.split(" ");
      expect(sayRefusal("es", refuse(403, name, ""))).toContain(role.toLowerCase());
    },
  );
});
