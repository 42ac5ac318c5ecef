const POOL_BYTES = 4096;
let pool = "";
let used = 0;

/**
 * Random bytes in hexadecimal. They are drawn in bulk: one call into the runtime serves many
 * requests.
 */
export function randomHex(bytes: number): string {
  const end = used + 2 * bytes;
  if (end > pool.length) {
    pool = Buffer.from(crypto.getRandomValues(new Uint8Array(POOL_BYTES))).toString("hex");
    used = 0;
    return randomHex(bytes);
  }
  const hex = pool.slice(used, end);
  used = end;
  return hex;
}
