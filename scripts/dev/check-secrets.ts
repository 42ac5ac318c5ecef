import { openAuthority, readChain } from "../../src/certificates/authority.ts";
import { parseRoots } from "../../src/encryption/envelope/parse-roots.ts";
import { signingPair } from "../../src/webhooks/sign/signing-pair.ts";

/** A name that may be printed. A broken file may hold anything in its place. */
const PLAIN_NAME = /^\w+$/;

/**
 * Reads the secrets that are there as the Worker will, and throws with the name of one that it cannot
 * read.
 */
export async function checkSecrets(
  known: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { AGENT_CA_KEY, AGENT_CA_CHAIN, ENCRYPTION_ROOTS, WEBHOOK_SIGNING_KEY = "" } = known;
  for (const [name, value] of Object.entries(known)) {
    if (!value?.includes("'")) continue;
    throw new Error(`${PLAIN_NAME.test(name) ? name : "a line"} holds a single quote`);
  }
  if (AGENT_CA_KEY && AGENT_CA_CHAIN) await openAuthority(AGENT_CA_KEY, readChain(AGENT_CA_CHAIN));
  if (ENCRYPTION_ROOTS && parseRoots(ENCRYPTION_ROOTS) === null) {
    throw new Error("ENCRYPTION_ROOTS holds no roots");
  }
  await signingPair({ WEBHOOK_SIGNING_KEY } as Cloudflare.Env);
}
