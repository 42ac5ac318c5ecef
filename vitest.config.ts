import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { makeCa } from "./test/support/make-csr.ts";

const ca = await makeCa();
const migrations = await readD1Migrations("migrations");

/** Pinned here, because `.dev.vars` of the developer would leak into the tests otherwise. */
const bindings = {
  TEST_MIGRATIONS: migrations,
  ENVIRONMENT: "test",
  OIDC_ISSUERS: "[]",
  LOG_SUCCESS_SHARE: "0",
  AGENT_ISSUER: "local",
  AGENT_TRUST: "worker",
  AGENT_TRUST_DOMAIN: "agents.test",
  AGENT_CA_KEY: ca.keyPem,
  AGENT_CA_CHAIN: ca.chainPem,
  API_KEY_MAC_SECRET: "test-mac-secret",
};

/** Deliveries that do not wait for a batch to fill. */
const quick = { maxBatchTimeout: 0.05, maxRetries: 5 };

const worker = () =>
  cloudflareTest({
    wrangler: { configPath: "./wrangler.toml" },
    miniflare: { bindings, queueConsumers: { events: quick, "events-dead": quick } },
  });

export default defineConfig({
  test: {
    silent: "passed-only",
    projects: [
      { test: { name: "unit", include: ["test/unit/**/*.test.ts"] } },
      {
        plugins: [worker()],
        test: {
          name: "worker",
          include: ["test/worker/**/*.test.ts"],
          setupFiles: ["test/support/migrate.ts"],
          isolate: false,
          maxWorkers: 1,
        },
      },
      {
        plugins: [worker()],
        test: {
          name: "isolated",
          include: ["test/isolated/**/*.test.ts"],
          setupFiles: ["test/support/migrate.ts"],
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
