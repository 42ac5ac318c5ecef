import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The first of the two halves of the end-to-end tests, chosen by time (2026-11-25): it takes as long as
 * all others with the unit tests after them. Files that are not named here are in the second.
 */
const FIRST_HALF = new Set([
  "ai-model-server",
  "ai-vector-server",
  "dev-failures",
  "dev-start",
  "tls-front",
]);

/** Decides which files run in which half. */
export class TestOrder extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard } = this.ctx.config;
    if (shard?.count !== 2) return super.shard(files);
    const isFirst = ({ moduleId }: TestSpecification) =>
      FIRST_HALF.has(basename(moduleId, ".test.ts"));
    return files.filter((file) => isFirst(file) === (shard.index === 1));
  }
}
