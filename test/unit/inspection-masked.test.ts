import { describe, expect, it } from "vitest";
import { maskPersonal } from "../../src/inspection/layers/l4/mask-personal.ts";
import { timesAsLong } from "../support/times-as-long.ts";

/** For an input four times as long; quadratic time would be 16 times. */
const MOST_TIMES = 10;

describe("what identifies a person, before a model is asked", () => {
  it.each([
    ["a number with blanks that do not break", "+34\u00a0600\u00a0123\u00a0456", "[number]"],
    ["a number with narrow blanks", "600\u202f123\u202f456", "[number]"],
    ["a number with other hyphens", "600\u2011123\u2013456", "[number]"],
    [
      "a number in wide digits",
      "\uff16\uff10\uff10\uff11\uff12\uff13\uff14\uff15\uff16",
      "[number]",
    ],
    ["a card with blanks that do not break", "4111\u00a01111\u00a01111\u00a01111", "[card]"],
    [
      "an account with blanks that do not break",
      "ES91\u00a02100\u00a00418\u00a04502\u00a00005\u00a01332",
      "[iban]",
    ],
    ["an account with hyphens", "ES91-2100-0418-4502-0005-1332", "[iban]"],
    ["a mailbox with letters beyond ASCII", "jos\u00e9.n\u00fa\u00f1ez@empresa.es", "[email]"],
    ["a mailbox at a name beyond ASCII", "ana@n\u00fa\u00f1ez.es", "[email]"],
    ["a mailbox with an apostrophe", "o'brien@empresa.es", "[email]"],
    ["a mailbox in quotes", '"ana ruiz"@empresa.es', "[email]"],
    ["a mailbox with a wide sign", "ana\uff20empresa.es", "[email]"],
    ["an identity number with dots", "12.345.678Z", "[id]"],
    ["an identity number with dots and a hyphen", "12.345.678-Z", "[id]"],
    ["Mexico's identity number", "GOMC800101HDFRRR09", "[id]"],
  ])("is masked: %s", (_case, written, masked) => {
    expect(maskPersonal(`Hola, ${written}, hasta luego`)).toBe(`Hola, ${masked}, hasta luego`);
  });

  it.each([
    "Su c\u00f3digo es 482911",
    "Pague 1.249,00 EUR antes del 27/11/2026",
    "Entre 10\u00a0000 y 20\u00a0000 euros",
    "https://pago.es/@ana y @ana",
    "https://es12-abcd-efgh-pagos.com/x",
    "us12-2024-sale.com",
  ])("stays as it is: %s", (text) => expect(maskPersonal(text)).toBe(text));

  it.each([
    ["https://pago.es?u=ana@empresa.es", "https://pago.es?u=[email]"],
    ["https://pago.es#ana@empresa.es", "https://pago.es#[email]"],
    ["pago.es?u=ana@empresa.es", "pago.es?u=[email]"],
    ["https://pago.es/a?x=1&u=ana@empresa.es", "https://pago.es/a?x=1&u=[email]"],
    ["https://p\u00e1go.es#jos\u00e9@empresa.es", "https://p\u00e1go.es#[email]"],
    ['"https://pago.es"@empresa.es', '"https://pago.es"@empresa.es'],
    [
      "\u8bf7\u8bbf\u95eepago.es\u8054\u7cfbana@empresa.es",
      "\u8bf7\u8bbf\u95eepago.es\u8054\u7cfb[email]",
    ],
    ["\u0438\u0432\u0430\u043d.\u043f@\u043f\u043e\u0447\u0442\u0430.\u0440\u0444", "[email]"],
    ["https://user:secret@malo.es/x", "https://[user]@malo.es/x"],
    ["https://www.banco.es@malo.es", "https://[user]@malo.es"],
    ["https://a@b@malo.es#ana@empresa.es", "https://[user]@malo.es#[email]"],
    ["\u7528\u6237@\u4f8b\u5b50.\u516c\u53f8", "[email]"],
  ])("leaves the link that it stands in or behind to be judged: %s", (written, masked) => {
    expect(maskPersonal(`Hola, ${written} ya`)).toBe(`Hola, ${masked} ya`);
  });

  it.each([
    "1\u00a0",
    "a.",
    "'",
    '"a',
    "es91-",
    "1.234.",
    "a@a",
    "://a@",
    "://",
    "\uff11-",
    "\u00e1a",
    "\u8bf7.",
    "es91-2100-",
  ])("takes no longer than its length for %s again and again", (piece) => {
    const mask = (times: number) => () => maskPersonal(piece.repeat(times));
    expect(timesAsLong(mask(8_000), mask(2_000), MOST_TIMES)).toBeLessThan(MOST_TIMES);
  });
});
