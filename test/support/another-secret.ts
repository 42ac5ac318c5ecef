import { base62Of, crc32, randomBase62 } from "../../src/platform/index.ts";

const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;

/**
 * Returns a credential with the same id and a right form, but another secret: only the hash shows the
 * difference.
 */
export function withAnotherSecret(credential: string): string {
  const [company, kind, id] = credential.split("_");
  const body = `${company}_${kind}_${id}_${randomBase62(SECRET_LENGTH)}`;
  return `${body}_${base62Of(crc32(body), CHECK_LENGTH)}`;
}
