import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findPersonal } from "../../src/ai/personal/find-personal.ts";
import { Mask } from "../../src/ai/personal/mask.ts";

describe("findPersonal", () => {
  it.each([
    ["EMAIL", "Write to ana.ruiz+x@corp.example today", "ana.ruiz+x@corp.example"],
    ["EMAIL", "A josé.núñez@corp.example", "josé.núñez@corp.example"],
    ["PHONE", "Call +34 612 345 678 now", "+34 612 345 678"],
    ["PHONE", "Llama al 612345678.", "612345678"],
    ["PHONE", "Call (415) 555-0132 or", "(415) 555-0132"],
    ["PHONE", "Call +123 4567 8901 2345 now", "+123 4567 8901 2345"],
    ["PHONE", "Call +123 4567 8901 2345 6 now", ""],
    ["PHONE", "Call (4155) 555-01322", ""],
    ["IBAN", "A ES91 2100 0418 4502 0005 1332.", "ES91 2100 0418 4502 0005 1332"],
    ["IBAN", "to GB82WEST12345698765432,", "GB82WEST12345698765432"],
    ["IBAN", "the shortest, NO9386011117947", "NO9386011117947"],
    ["CARD", "card 4111 1111 1111 1111 ends", "4111 1111 1111 1111"],
    ["TAX_ID", "DNI 12345678Z.", "12345678Z"],
    ["TAX_ID", "NIE X1234567L", "X1234567L"],
    ["TAX_ID", "NIE Y1234567X", "Y1234567X"],
    ["TAX_ID", "NIE Z1234567R", "Z1234567R"],
    ["TAX_ID", "DNI 12.345.678-Z.", "12.345.678-Z"],
    ["TAX_ID", "DNI 12.345.678Z", "12.345.678Z"],
    ["TAX_ID", "NIE X-1234567-L", "X-1234567-L"],
    ["TAX_ID", "NIE Y-1.234.567-X", "Y-1.234.567-X"],
    ["TAX_ID", "CUIT 20-12345684-0", "20-12345684-0"],
    ["TAX_ID", "CUIT 20-12345678-6", "20-12345678-6"],
    ["TAX_ID", "RFC GODE561231GR8", "GODE561231GR8"],
    // As people type them, and with what follows them on a form.
    ["PHONE", "Llama al 612 34 56 78", "612 34 56 78"],
    ["PHONE", "Llama al 91 123 45 67.", "91 123 45 67"],
    ["PHONE", "Call +34\u00a0612\u00a0345\u202f678 now", "+34\u00a0612\u00a0345\u202f678"],
    ["IBAN", "mi iban es9121000418450200051332", "es9121000418450200051332"],
    ["IBAN", "ES91-2100-0418-4502-0005-1332", "ES91-2100-0418-4502-0005-1332"],
    ["IBAN", "ES91 2100 0418 4502 0005 1332 BIC CAIXESBBXXX", "ES91 2100 0418 4502 0005 1332"],
    ["IBAN", "es91 2100 0418 4502 0005 1332 es mi cuenta", "es91 2100 0418 4502 0005 1332"],
    ["IBAN", "REF1 AB12 ES91 2100 0418 4502 0005 1332", "ES91 2100 0418 4502 0005 1332"],
    ["IBAN", "ES91\u00a02100\u00a00418 4502 0005 1332", "ES91\u00a02100\u00a00418 4502 0005 1332"],
    ["CARD", "card 4111 1111 1111 1111 12/27", "4111 1111 1111 1111"],
    ["CARD", "card 4111-1111-1111-1111 123", "4111-1111-1111-1111"],
    ["CARD", "4111111111111111 123", "4111111111111111"],
    ["CARD", "no. 12 3782 822463 10005 ends", "3782 822463 10005"],
    ["TAX_ID", "mi dni es 12345678z", "12345678z"],
    ["TAX_ID", "DNI 12345678 Z", "12345678 Z"],
    ["TAX_ID", "nie x1234567l", "x1234567l"],
    ["TAX_ID", "CUIT 20 12345678 6", "20 12345678 6"],
    ["TAX_ID", "rfc gode561231gr8", "gode561231gr8"],
  ])("finds the %s in: %s", (kind, text, expected) => {
    const found = findPersonal(text).filter((one) => one.kind === kind);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(
      expected === "" ? [] : [expected],
    );
  });

  it.each([
    "Version 10.2.33 of 2026-11-21 10:00:00 answers on port 8443",
    "card 4111 1111 1111 1112 fails its sum",
    "row 0000 0000 0000 0000 passes its sum and is no card",
    "ES91 2100 0418 4502 0005 1333 fails its sum",
    "12345678A and 12.345.678-A and X-1234567-A have the wrong letter",
    "NO698601111794 passes its sum and is too short for any country",
    "CUIT 20-12345678-5 fails its sum",
    "GODE561331GR8 and GODE561232GR8 and GODE560031GR8 and GODE561200GR8 hold no date",
    "12345678 z is a number and a word, and so is 20261127 y 20261128",
    "4111 1111 1111 1112 12/27 and 12 4111 1111 1111 1112 123 fail all sums",
    "about 1,234,567,890 rows and 3.14159265358979",
    "0198c0de-0000-7000-8000-000000000001",
    "The servers 91.123.45.67 and https://85.214.20.10:8443/x and 80.100.20.30/24 answer",
    "img-240115-001.jpg is at https://wiki.example/log-251127-abc",
    "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ])("finds nothing in: %s", (text) => expect(findPersonal(text)).toEqual([]));

  it("finds two cards in a row, and two accounts", () => {
    const account = "ES91 2100 0418 4502 0005 1332";
    const text = `4111 1111 1111 1111 5500 0000 0000 0004 ${account} ${account}`;
    const found = findPersonal(text).map(({ start, end }) => text.slice(start, end));
    expect(found).toEqual(["4111 1111 1111 1111", "5500 0000 0000 0004", account, account]);
  });

  it("finds an item that follows another without a blank", () => {
    const text = "ana@corp.example+34 612 345 678";
    const found = findPersonal(text).map(({ start, end }) => text.slice(start, end));
    expect(found).toEqual(["ana@corp.example", "+34 612 345 678"]);
  });
});

describe("Mask", () => {
  it("restores every text that it masked, and masks equal values with one name", () => {
    const value = fc.constantFrom("a@b.example", "c@d.example", "+34 612 345 678", "12345678Z");
    const words = fc.array(fc.oneof(value, fc.string(), fc.constantFrom("[EMAIL_1]", "[1]")));
    fc.assert(
      fc.property(words, (parts) => {
        // A text that holds such a name already would be ambiguous: the name stays as it is.
        fc.pre(!parts.includes("[EMAIL_1]"));
        const text = parts.join(" ");
        const mask = new Mask();
        expect(mask.restore(mask.hide(text))).toBe(text);
      }),
    );
    const mask = new Mask();
    expect(mask.hide("a@b.example and c@d.example, a@b.example")).toBe(
      "[EMAIL_1] and [EMAIL_2], [EMAIL_1]",
    );
    expect(mask.restore("[EMAIL_2] [EMAIL_9] [1]")).toBe("c@d.example [EMAIL_9] [1]");
  });

  it("masks one value with one name however it is spelt, and restores the first spelling", () => {
    const mask = new Mask();
    const text =
      "ES91 2100 0418 4502 0005 1332, es9121000418450200051332; A@b.example, a@b.example";
    expect(mask.hide(text)).toBe("[IBAN_1], [IBAN_1]; [EMAIL_1], [EMAIL_1]");
    expect(mask.restore("[IBAN_1]")).toBe("ES91 2100 0418 4502 0005 1332");
    expect(mask.hide("ab@c.example a.b@c.example")).toBe("[EMAIL_2] [EMAIL_3]");
  });
});
