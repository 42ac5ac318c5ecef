import type { Bytes } from "../../src/encryption/suite/bytes.ts";
import { BLOCK_CIPHER, xaesKeyOf, type XaesKey } from "../../src/encryption/suite/xaes.ts";

/** Makes a key from its bytes. The product only unwraps keys and never has their bytes. */
export async function xaesKeyFrom(bytes: Bytes): Promise<XaesKey> {
  const aes = await crypto.subtle.importKey("raw", bytes, BLOCK_CIPHER, false, ["encrypt"]);
  return xaesKeyOf(aes);
}
