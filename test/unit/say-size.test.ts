import { describe, expect, it } from "vitest";
import { saySize } from "../../src/http/index.ts";

describe("a size", () => {
  it.each([
    [1023, "1023 bytes"],
    [1024, "1 KiB"],
    [1025, "1025 bytes"],
    [262_144, "256 KiB"],
    [1_048_576, "1 MiB"],
    [1_572_864, "1536 KiB"],
    [26_214_400, "25 MiB"],
    [40_000_000, "40000000 bytes"],
  ])("%i is said as %s", (bytes, said) => {
    expect(saySize(bytes)).toBe(said);
  });
});
