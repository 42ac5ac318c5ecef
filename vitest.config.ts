import { defineConfig } from "vitest/config";
import { readDrizzleQuickly } from "./scripts/dev/quick-drizzle.ts";
import { growQuickly } from "./scripts/dev/quick-miniflare.ts";
import { sendPlainly } from "./test/support/plain-sockets.ts";
import { askDatabaseQuickly } from "./test/support/quick-d1.ts";
import { TestOrder } from "./test/support/test-order.ts";
import { textFiles } from "./test/support/text-files.ts";

/** Those that run in Node, and do without all that the Worker's projects load. */
const IN_NODE = new Set(["unit", "counted", "e2e", "browser"]);
const asked = process.argv.filter((_, at) => process.argv[at - 1] === "--project");
const onlyNode = asked.length > 0 && asked.every((name) => IN_NODE.has(name));
if (!onlyNode) {
  // The CA of the tests is made by the product's own code, which loads drizzle.
  readDrizzleQuickly();
  growQuickly();
  sendPlainly();
  askDatabaseQuickly();
}
const workerProjects = onlyNode ? [] : (await import("./test/support/worker-project.ts")).default;

export default defineConfig({
  test: {
    silent: "passed-only",
    // Far above what a test takes: a shared machine can be ten times slower for a while.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // By itself a poll ends after a second, which such a machine does not keep.
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: TestOrder },
    projects: [
      // Nothing of theirs is kept between tests, so the packages are read once and not once a file.
      {
        plugins: [textFiles()],
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts"],
          setupFiles: ["scripts/suffixes/open-rules.ts", "scripts/train/open-brands.ts"],
          isolate: false,
          maxWorkers: 1,
          // Garbage that dies young dies in larger heaps, a tenth less work.
          execArgv: ["--max-semi-space-size=64"],
        },
      },
      // In a process of their own: from the first count on, the engine slows whatever it runs.
      {
        plugins: [textFiles()],
        test: {
          name: "counted",
          include: ["test/counted/**/*.test.ts"],
          setupFiles: ["scripts/suffixes/open-rules.ts", "scripts/train/open-brands.ts"],
          isolate: false,
          maxWorkers: 1,
        },
      },
      ...workerProjects,
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
