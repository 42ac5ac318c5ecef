import { expect, it } from "vitest";
import { seldom } from "../../src/platform/index.ts";

it.each([
  ["at once", 0, 59_999, false],
  ["a minute later", 0, 60_000, true],
  ["by a clock that was set back by more than that", 600_000, 1_000, true],
])("tells again %s", (_when, first, next, isTold) => {
  const isTime = seldom();
  expect([isTime(first), isTime(next)]).toEqual([true, isTold]);
});
