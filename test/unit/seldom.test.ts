import { expect, it } from "vitest";
import { seldom } from "../../src/platform/index.ts";

it.each([
  ["not within a minute", 0, 59_999, false],
  ["after a minute", 0, 60_000, true],
  ["after the clock was set back by more than a minute", 600_000, 1_000, true],
])("seldom is true again %s", (_when, first, next, isTold) => {
  const isTime = seldom();
  expect([isTime(first), isTime(next)]).toEqual([true, isTold]);
});
