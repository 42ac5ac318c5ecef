import { expect, it } from "vitest";
import { editionsAfter } from "../../../src/intel/segments/editions.ts";
import type { Edition, ManifestEntry } from "../../../src/intel/segments/manifest.ts";
import { HOUR_MS } from "../../../src/platform/index.ts";

const START = Date.UTC(2026, 0, 10);

it("keeps four editions of a feed that changes each hour, and the last of each of four quarters of a day before", () => {
  let before: readonly Edition[] = [];
  for (let hour = 0; hour < 72; hour += 1) {
    const loadedAt = START + hour * HOUR_MS;
    const live = { file: String(hour), content: String(hour), loadedAt, before } as ManifestEntry;
    before = editionsAfter(live, { file: "next", content: "next" });
  }
  const hours = before.map(({ file }) => Number(file));
  expect(hours).toEqual([71, 70, 69, 68, 67, 65, 59, 53]);
});

it("takes the one that is put back off the list, and no edition that lists the same as the next", () => {
  const editions = ["c", "b", "a"].map((file) => ({ file, content: file, loadedAt: START }));
  const [live, ...before] = editions;
  const entry = { ...live, before } as unknown as ManifestEntry;
  const filesAfter = (next: { file: string; content: string }) =>
    editionsAfter(entry, next).map(({ file }) => file);
  expect(filesAfter({ file: "a", content: "a" })).toEqual(["c", "b"]);
  expect(filesAfter({ file: "d", content: "c" })).toEqual(["b", "a"]);
});
