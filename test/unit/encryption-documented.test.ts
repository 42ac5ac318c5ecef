import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseRoots } from "../../src/encryption/envelope/parse-roots.ts";
import { deriveTenantKey } from "../../src/encryption/envelope/tenant-key.ts";
import { unwrap } from "../../src/encryption/envelope/wrap.ts";
import { placePrefix, withContext } from "../../src/encryption/suite/additional-data.ts";
import type { Bytes } from "../../src/encryption/suite/bytes.ts";
import { readCiphertext } from "../../src/encryption/suite/ciphertext.ts";
import { openField } from "../../src/encryption/suite/field.ts";

/** Made by a program that shares no code with the product. */
const page = readFileSync("docs/encryption.md", "utf8");

function documented(part: string): string {
  const line = page.split("\n").find((text) => text.startsWith(`| ${part} | \``)) ?? "";
  return line.split("`").at(-2) ?? "";
}

const bytes = (part: string): Bytes => Uint8Array.from(Buffer.from(documented(part), "hex"));
const hex = (data: Uint8Array) => Buffer.from(data).toString("hex");
const [environment, tenantId, version, rootId] = ["production", "acme", 7, 2] as const;

async function documentedKey() {
  const secret = { current: rootId, roots: { [rootId]: documented(`root ${rootId}`) } };
  const root = parseRoots(JSON.stringify(secret))?.byId.get(rootId) ?? new Uint8Array();
  const tenantKey = await deriveTenantKey(root, { environment, tenantId, salt: bytes("salt") });
  return unwrap(tenantKey, tenantId, { version, rootId, bytes: bytes("wrapped") });
}

describe("the documented example", () => {
  it("is unwrapped to a key with the documented key id", async () => {
    const key = await documentedKey();
    expect(key && hex(key.keyId)).toBe(documented("key id"));
  });

  it.each([
    ["context `patient:42/name`", "patient:42/name"],
    ["context, empty", ""],
    ["context, none", undefined],
  ])("is decrypted: %s", async (part, context) => {
    const key = await documentedKey();
    const ciphertext = readCiphertext(documented(part));
    if (key === null || ciphertext === null) throw new Error("The example is no ciphertext.");
    expect(ciphertext.keyVersion).toBe(version);
    expect(await openField(key, ciphertext, context)).toEqual({ value: documented("value") });
  });

  it("has the documented additional data", () => {
    const data = withContext(placePrefix(tenantId, version), "patient:42/name");
    expect(page).toContain(`\`${hex(data)}\``);
  });
});
