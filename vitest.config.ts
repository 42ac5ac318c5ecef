import { generateKeyPairSync } from "node:crypto";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { lateImportsInside } from "./test/support/late-imports-inside.ts";
import { lightMaps } from "./test/support/light-maps.ts";
import { makeCa } from "./test/support/make-csr.ts";

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

export default defineConfig({
  test: {
    silent: "passed-only",
    // Far above what a test takes: a shared machine can be ten times slower for a while.
    testTimeout: 30_000,
    projects: [
      // Nothing of theirs is kept between tests, so the packages are read once and not once a file.
      {
        test: { name: "unit", include: ["test/unit/**/*.test.ts"], isolate: false, maxWorkers: 1 },
      },
      // In a process of their own: from the first count on, the engine slows whatever it runs.
      {
        test: {
          name: "counted",
          include: ["test/counted/**/*.test.ts"],
          isolate: false,
          maxWorkers: 1,
        },
      },
      {
        plugins: [lateImportsInside(), lightMaps(), worker()],
        test: {
          name: "worker",
          include: ["test/{worker,isolated}/**/*.test.ts"],
          setupFiles: ["test/support/migrate.ts"],
          isolate: false,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/support/run-folder.ts"],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: ["test/support/run-folder.ts"],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          isolate: false,
        },
      },
    ],
  },
});
