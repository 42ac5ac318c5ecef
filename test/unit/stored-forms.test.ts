import { describe, expect, it } from "vitest";
import { readCredential } from "../../src/access/credential.ts";
import { deriveTenantKey } from "../../src/encryption/envelope/tenant-key.ts";
import { unwrap } from "../../src/encryption/envelope/wrap.ts";
import { readCiphertext } from "../../src/encryption/suite/ciphertext.ts";
import { openField } from "../../src/encryption/suite/field.ts";
import { readSegment } from "../../src/intel/segments/read-segment.ts";
import { readApiKey } from "../../src/tenants/api-keys/api-key.ts";
import { aSegment } from "../support/intel-segment.ts";

/**
 * Written by the first version, and never made anew: people, databases and files have such as these.
 * A version that writes another form goes on reading this one.
 */
const TOKEN = "rmp_pat_VkXOR1RQqw_LIitgJfVGBuUDikZoaj0bMcRnoE7XIdsJAejWKlgUAX_2zA2gs";
const TOKEN_HASH = "39f91343542853d3022bff33e0090b80ae966985ca42864aa21450b2d9ec1251";
const API_KEY = "rmp_live_vRHjh7rJMMXGLuwFw0Eaeud0c6GhWXS6xdzPfDlSuBmMYRZ1Fizad_1EFe8rRPTxMxsf";
const API_KEY_HASH = "631a84e9efdea3d97d36a467cf0d0ffa57918abfea96bb24af6bb0d86b13365f";
const WRAPPED = "z6mhfhC8vBJk5RTB0aPMwxu/oNHtQ4Rp6B++vZkAF3492eQjosfhnS2QXWhN/oDHtCQTUT0RICe1vNtR";
const SEALED = "fe1.3.tTJ8v1BO_89MQ0FvMxgOBV__zRkwXHClmeuTQo9Jk--4IQKLBM1Jae1ZNdZP8aDpBXYQeCxe";
const SEGMENT =
  "Uk1TMQEAAACpAQAAXX38JnsiZm9ybWF0IjoxLCJzb3VyY2UiOiJtaW5lIiwiY3JlYXRlZEF0IjoxNzk1NDgwODQyND" +
  "M4LCJyb3dzIjoyLCJyZXRhaW5lZCI6MCwicmVzaWRlbnRCeXRlcyI6MTYsInRyYWl0cyI6W3t9XSwidGFibGVzIjpb" +
  "eyJraW5kIjoibmFtZSIsInJvd3MiOjIsIndvcmRzIjpbeyJjb25zdGFudCI6MCwic2VjdGlvbiI6eyJhdCI6MCwiYn" +
  "l0ZXMiOjgsImNyYyI6NDI3NDk4MjI4OSwid2lkdGgiOjR9fSx7ImNvbnN0YW50IjowLCJzZWN0aW9uIjp7ImF0Ijo4" +
  "LCJieXRlcyI6OCwiY3JjIjo0MTQ3NjY4NDkyLCJ3aWR0aCI6NH19XSwiY29sdW1ucyI6eyJmaXJzdCI6eyJjb25zdG" +
  "FudCI6MH0sImxhc3QiOnsiY29uc3RhbnQiOjB9LCJnb25lIjp7ImNvbnN0YW50IjowfSwid2VpZ2h0Ijp7ImNvbnN0" +
  "YW50IjoyNTV9LCJ0cmFpdCI6eyJjb25zdGFudCI6MH19fV19AAAAAAAAAM7c6XG4QPCktU0FFqRDOxQ=";
const NAMES = ["bad.example", "worse.example.org"];

const bytesOf = (base64: string) => Uint8Array.from(Buffer.from(base64, "base64"));
const filled = (byte: number) => new Uint8Array(32).fill(byte);

describe("data that the first version wrote", () => {
  it("a token is read as its id and its stored hash", () => {
    expect(readCredential("rmp_pat", TOKEN)).toEqual({ id: "VkXOR1RQqw", hash: TOKEN_HASH });
  });

  it("an API key is read as its id and its stored hash", () => {
    const read = readApiKey("secret", "acme", API_KEY);
    expect(read).toEqual({ id: "vRHjh7rJMM", hash: API_KEY_HASH });
  });

  it("a data key is unwrapped under its root, and decrypts a ciphertext", async () => {
    const owner = { environment: "production", tenantId: "acme", salt: filled(2) };
    const tenantKey = await deriveTenantKey(filled(1), owner);
    const wrapped = { version: 3, rootId: 7, bytes: bytesOf(WRAPPED) };
    const key = await unwrap(tenantKey, "acme", wrapped);
    const ciphertext = readCiphertext(SEALED);
    if (key === null || ciphertext === null)
      throw new Error("the data key or the ciphertext cannot be read");
    const opened = await openField(key, ciphertext, "column");
    expect(opened).toEqual({ value: "plain text" });
  });

  it("a segment is read, and has the same tables as one built today", () => {
    const stored = readSegment(bytesOf(SEGMENT).buffer);
    const today = readSegment(aSegment("mine", NAMES).bytes.buffer);
    expect(stored.header.source).toBe("mine");
    expect(stored.tables).toEqual(today.tables);
  });
});
