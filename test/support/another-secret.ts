import { base62Of, crc32, randomBase62 } from "../../src/platform/index.ts";

const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;

/** A credential's id and its right form around a secret of nobody's: only the hash tells it apart. */
export function withAnotherSecret(credential: string): string {
  const [company, kind, id] = credential.split("_");
  const body = `${company}_${kind}_${id}_${randomBase62(SECRET_LENGTH)}`;
  return `${body}_${base62Of(crc32(body), CHECK_LENGTH)}`;
}
