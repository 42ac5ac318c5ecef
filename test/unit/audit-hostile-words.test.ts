import { describe, expect, it } from "vitest";
import { DetailList } from "../../src/portal/audit/detail-list.tsx";
import type { View } from "../../src/portal/frame/view.ts";

const view = { language: "en" } as View;
const shown = async (detail: Record<string, unknown>) => String(await DetailList({ view, detail }));

describe("what a line of the audit log tells in words of a customer's", () => {
  it.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
    "shows %j as it is",
    async (text) => {
      const page = await shown({ title: text, to: text, fields: [text] });
      expect(page.split(text)).toHaveLength(4);
    },
  );
});

describe("what a line of the audit log tells in words of ours", () => {
  it("is said in the reader's language, as on the pages that it speaks of", async () => {
    const detail = { action: "deny", kind: "ip", label: "clean", value: "ip" };
    const page = String(await DetailList({ view: { language: "es" } as View, detail }));
    const values = Array.from(page.matchAll(/<\/span> ([^<]+)</g), ([, value]) => value);
    expect(values).toEqual(["bloquear", "dirección IP", "limpio", "ip"]);
  });
});
