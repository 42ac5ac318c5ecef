import { generateKeyPairSync } from "node:crypto";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineProject } from "vitest/config";
import { lateImportsInside } from "./late-imports-inside.ts";
import { lightMaps } from "./light-maps.ts";
import { makeCa } from "./make-csr.ts";

const ca = await makeCa();
/** As `npm start` makes one for each developer. */
function makeWebhookKey() {
  const { privateKey } = generateKeyPairSync("ed25519");
  return { ...privateKey.export({ format: "jwk" }), kid: "test" };
}

const migrations = await readD1Migrations("migrations");

/** Pinned here, because `.dev.vars` of the developer would leak into the tests otherwise. */
const bindings = {
  TEST_MIGRATIONS: migrations,
  TEST_ALL: process.env["TEST_ALL"] ?? "",
  ENVIRONMENT: "test",
  ENCRYPTION_ROOTS: JSON.stringify({ current: 1, roots: { 1: "A".repeat(43) } }),
  OIDC_ISSUERS: "[]",
  LOG_SUCCESS_SHARE: "0",
  AGENT_ISSUER: "local",
  AGENT_TRUST: "worker",
  AGENT_TRUST_DOMAIN: "agents.test",
  AGENT_CA_KEY: ca.keyPem,
  AGENT_CA_CHAIN: ca.chainPem,
  WEBHOOKS_ALLOW: "http://localhost:*",
  WEBHOOK_SIGNING_KEY: JSON.stringify(makeWebhookKey()),
  API_KEY_MAC_SECRET: "test-mac-secret",
  INDICATOR_HMAC_KEY: "test-indicator-key",
};

/** Deliveries that do not wait for a batch to fill. */
const quick = { maxBatchTimeout: 0.05, maxRetries: 5 };

const worker = () =>
  cloudflareTest({
    wrangler: { configPath: "./wrangler.toml" },
    miniflare: {
      bindings,
      queueConsumers: { events: quick, "events-dead": quick, webhooks: quick, documents: quick },
    },
  });

export default defineProject({
  plugins: [lateImportsInside(), lightMaps(), worker()],
  test: {
    name: "worker",
    include: ["test/{worker,isolated}/**/*.test.ts"],
    setupFiles: ["test/support/migrate.ts"],
    isolate: false,
    maxWorkers: 1,
  },
});
