import { createHash } from "../../platform/index.ts";
import { OF_PROVIDER } from "../sessions/index.ts";

const ID_LETTERS = 24;

/** The id of a subject of an issuer; the same for API and portal. */
export function personIdOf(issuer: string, sub: string): string {
  const hash = createHash("sha256").update(`${issuer}\n${sub}`).digest("base64url");
  return `${OF_PROVIDER}${hash.slice(0, ID_LETTERS)}`;
}
