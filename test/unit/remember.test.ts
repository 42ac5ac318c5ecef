import { expect, test } from "vitest";
import { lighten, remember } from "../../src/platform/index.ts";

test("remember drops the oldest entry of a full map, and makes a repeated entry the newest", () => {
  const kept = new Map<string, number>();
  for (const [at, name] of ["one", "two", "three"].entries()) remember(kept, name, at, 3);
  remember(kept, "one", 10, 3);
  expect([...kept]).toEqual([
    ["two", 1],
    ["three", 2],
    ["one", 10],
  ]);
  remember(kept, "four", 3, 3);
  expect([...kept.keys()]).toEqual(["three", "one", "four"]);
});

test("lighten drops the oldest entries of a map that weighs too much, but never the newest", () => {
  const kept = new Map(Object.entries({ one: 3, two: 1, three: 2 }));
  const weigh = (value: number) => value;
  lighten(kept, weigh, 3);
  expect([...kept.keys()]).toEqual(["two", "three"]);
  remember(kept, "four", 9, 3);
  lighten(kept, weigh, 3);
  expect([...kept.keys()]).toEqual(["four"]);
});
