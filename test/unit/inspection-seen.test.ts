import { serialize } from "node:v8";
import { describe, expect, it } from "vitest";
import { readMessage } from "../../src/inspection/reading/read-message.ts";
import { ShapeMemory } from "../../src/inspection/seen/shape-memory.ts";
import { shapeOf } from "../../src/inspection/seen/shape-of.ts";

const HOUR_MS = 3_600_000;
const shape = (body: string) => shapeOf(readMessage({ channel: "sms", sender: "1", body }));
const TEXT =
  "Su paquete esta retenido en aduanas, pague los gastos de envio pendientes en http://a.top/1 antes de 24 horas";

describe("the shape of a text", () => {
  it.each([
    "Su paquete esta retenido en aduanas, pague los gastos de envio pendientes en https://b.xyz/zz9 antes de 48 horas",
    "SU PAQUETE ESTÁ RETENIDO en aduanas: pague los gastos de envío pendientes en b.top/1 antes de 24 horas!!!",
    "Su paquete est\u0430 retenido en adu\u200banas, pague los gastos de envio pendientes en http://c.top antes de 24 horas",
  ])("is the same in %j", (other) => {
    expect(shape(other)).toBe(shape(TEXT));
  });

  it("is different for another text, and undefined for a short one", () => {
    expect(shape(TEXT.replace("paquete", "pedido"))).not.toBe(shape(TEXT));
    expect(shape("I'll call you later")).toBeUndefined();
    const letters = (count: number) => `${"a".repeat(count)} 12, ${"3".repeat(count)}!`;
    expect([shape(letters(59)), shape(letters(60))]).toEqual([undefined, expect.any(String)]);
  });
});

describe("the memory of shapes", () => {
  it("counts the different senders of a shape, by tenant and up to twenty", () => {
    const memory = new ShapeMemory();
    for (let turn = 0; turn < 9; turn += 1) expect(memory.note("one", "s", "bank", 1)).toBe(1);
    expect(memory.note("one", "s", "other", 2)).toBe(2);
    expect(memory.note("two", "s", "third", 3)).toBe(1);
    expect(memory.note("one", "t", "third", 3)).toBe(1);
    expect(memory.note("one", undefined, "third", 3)).toBe(0);
    for (let at = 0; at < 30; at += 1) memory.note("one", "s", `other${at}`, 4);
    expect(memory.note("one", "s", "last", 4)).toBe(20);
  });

  it("takes no more memory for long names of senders", () => {
    const held = (sender: string) => {
      const memory = new ShapeMemory();
      for (let at = 0; at < 20; at += 1) memory.note("one", "s", `${sender}${at}`, 1);
      return serialize(memory).length;
    };
    expect(held("\u20ac".repeat(300))).toBeLessThan(held("a") + 100);
  });

  it("forgets a shape after an hour, or when 20,000 others came after it", () => {
    const memory = new ShapeMemory();
    memory.note("one", "s", "a", 0);
    expect(memory.note("one", "s", "b", HOUR_MS - 1)).toBe(2);
    expect(memory.note("one", "s", "c", HOUR_MS)).toBe(1);
    for (let at = 0; at < 20_000; at += 1) memory.note("one", String(at), "a", HOUR_MS);
    expect(memory.note("one", "s", "d", HOUR_MS + 1)).toBe(1);
  });
});
