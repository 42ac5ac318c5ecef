import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBase64 } from "../../src/http/contract/index.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-";

describe("isBase64", () => {
  it("accepts the base64 that bytes are encoded to, and no other text", () => {
    const letters = fc.array(fc.constantFrom(...LETTERS.split("")), { maxLength: 12 });
    const text = fc.oneof(
      fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString("base64")),
      letters.map((some) => some.join("")),
    );
    fc.assert(
      fc.property(text, (written) => {
        const again = Buffer.from(written, "base64").toString("base64");
        expect(isBase64(written)).toBe(again === written);
      }),
    );
  });

  it.each(["YR==", "YWJ=", "Y===", "====", "YQ", "YQ=", "YQ==YQ==", "Y Q=", "YQ==\n", "-_8="])(
    "refuses %j",
    (text) => {
      expect(isBase64(text)).toBe(false);
    },
  );
});
