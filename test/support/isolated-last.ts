import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What writes hostile things everywhere comes after those that might be told something by them. */
export class IsolatedLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isIsolated = ({ moduleId }: TestSpecification) => moduleId.includes("/test/isolated/");
    return [...sorted.filter((file) => !isIsolated(file)), ...sorted.filter(isIsolated)];
  }
}
