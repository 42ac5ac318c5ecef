import { generateKeyPairSync } from "node:crypto";
import { resolve } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineProject, type Plugin } from "vitest/config";
import { lateImportsInside } from "./late-imports-inside.ts";
import { lightMaps } from "./light-maps.ts";
import { makeCa } from "./make-csr.ts";

/**
 * Read by the runtime. Larger heaps let more garbage die young, which saves a twentieth of the work.
 * Without V8's last compiler a tenth is saved, because the tests end before its code has paid. If all
 * code is compiled by the first compiler at once, and none is interpreted, a twelfth is saved. To
 * collect garbage in several threads is more work, a fifth if heaps are large, and gains nothing while
 * the second core is busy.
 */
process.env["MINIFLARE_WORKERD_V8_FLAGS"] ??=
  "--min-semi-space-size=32 --max-semi-space-size=64 --no-turbofan --always-sparkplug --single-threaded-gc";

const ca = await makeCa();
/** Makes a key as `npm start` does for each developer. */
function makeWebhookKey() {
  const { privateKey } = generateKeyPairSync("ed25519");
  return { ...privateKey.export({ format: "jwk" }), kid: "test" };
}

const migrations = await readD1Migrations("migrations");

/** Fixed here, because otherwise a developer's `.dev.vars` would get into the tests. */
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

/**
 * Batches that do not wait to fill up. By default a batch has five messages, and not as many as in
 * wrangler.toml.
 */
const quick = { maxBatchSize: 100, maxBatchTimeout: 0.05, maxRetries: 5 };

const worker = () =>
  cloudflareTest({
    wrangler: { configPath: "./wrangler.toml" },
    miniflare: {
      bindings,
      queueConsumers: {
        events: quick,
        "events-dead": quick,
        webhooks: quick,
        documents: { ...quick, maxBatchSize: 1 },
      },
    },
  });

/**
 * Files of which vitest makes a part of the key of its cache. Vite finds others for each project, so
 * both projects are told the same ones, and the product is transformed once for both.
 */
const keptBy = [
  "vitest.config.ts",
  ...["worker-project", "late-imports-inside", "light-maps"].map(
    (name) => `test/support/${name}.ts`,
  ),
].map((path) => resolve(path));
const oneCache: Plugin = {
  name: "one-cache",
  configResolved({ configFileDependencies: files }) {
    files.splice(0, files.length, ...keptBy);
  },
};

/**
 * Makes the project of a folder, with one isolate for all its files: the product's modules are loaded
 * into it once.
 */
const projectOf = (folder: string) =>
  defineProject({
    plugins: [oneCache, lateImportsInside(), lightMaps(), worker()],
    test: {
      name: folder,
      include: [`test/${folder}/**/*.test.ts`],
      setupFiles: ["test/support/migrate.ts"],
      isolate: false,
      maxWorkers: 1,
    },
  });

export default ["worker", "isolated"].map(projectOf);
