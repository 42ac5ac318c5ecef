import { describe, expect, it } from "vitest";
import { readSigned } from "../../src/webhooks/verify/read-signed.ts";
import { timesAsLong } from "../support/times-as-long.ts";

const LENGTH = 4_000;

describe("a pasted text with the headers of a delivery", () => {
  it.each([
    ["blanks before a name that is none", (blanks: string) => `${blanks}x`],
    ["blanks within a value", (blanks: string) => `webhook-id: a${blanks}x`],
    ["blanks behind -H", (blanks: string) => `-H ${blanks}x`],
  ])("is read in a time that grows less than the square of its length: %s", (_what, textOf) => {
    const [long, short] = [LENGTH, LENGTH / 4].map((count) => textOf(" ".repeat(count)));
    const times = timesAsLong(
      () => readSigned(long ?? ""),
      () => readSigned(short ?? ""),
      8,
    );
    expect(times).toBeLessThan(8);
  });

  it("is read in the forms of a log, of curl and of JSON", () => {
    const [id, timestamp, signature] = ["evt_1", "1700000000", "v1,abc="];
    const read = { id, seconds: Number(timestamp), signatures: [signature] };
    for (const line of [
      (name: string, value: string) => `${name}: ${value}`,
      (name: string, value: string) => `  -H '${name}: ${value}' \\`,
      (name: string, value: string) => `-H "${name}: ${value}"`,
      (name: string, value: string) => `    "${name}": "${value}",`,
    ]) {
      const all = [
        line("webhook-id", id),
        line("webhook-timestamp", timestamp),
        line("webhook-signature", signature),
      ];
      expect(readSigned(all.join("\n"))).toEqual(read);
    }
  });
});
