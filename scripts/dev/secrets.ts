import { generateKeyPairSync, randomBytes } from "node:crypto";
import { makeAgentCa } from "./make-agent-ca.ts";

interface SecretMaker {
  names: readonly string[];
  make: () => Promise<Record<string, string>> | Record<string, string>;
}

const KEY_BYTES = 32;

function randomKey(): string {
  return randomBytes(KEY_BYTES).toString("base64url");
}

/** The Worker's secrets on a developer's machine. Each is made once and then kept. */
export const SECRETS: readonly SecretMaker[] = [
  { names: ["AGENT_CA_KEY", "AGENT_CA_CHAIN"], make: makeAgentCa },
  { names: ["API_KEY_MAC_SECRET"], make: () => ({ API_KEY_MAC_SECRET: randomKey() }) },
  { names: ["ENCRYPTION_ROOTS"], make: () => ({ ENCRYPTION_ROOTS: encryptionRoots() }) },
  { names: ["INDICATOR_HMAC_KEY"], make: () => ({ INDICATOR_HMAC_KEY: randomKey() }) },
  { names: ["WEBHOOK_SIGNING_KEY"], make: () => ({ WEBHOOK_SIGNING_KEY: webhookKey() }) },
];

function encryptionRoots(): string {
  return JSON.stringify({ current: 1, roots: { 1: randomKey() } });
}

function webhookKey(): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  return JSON.stringify({ ...privateKey.export({ format: "jwk" }), kid: "local" });
}
