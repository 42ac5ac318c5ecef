import { describe, expect, it } from "vitest";
import { DetailList } from "../../src/portal/audit/detail-list.tsx";
import type { View } from "../../src/portal/frame/view.ts";

const view = { language: "en" } as View;
const shown = async (detail: Record<string, unknown>) => String(await DetailList({ view, detail }));

describe("a customer's text in a line of the audit log", () => {
  it.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
    "is shown as it is: %j",
    async (text) => {
      const page = await shown({ title: text, to: text, fields: [text] });
      expect(page.split(text)).toHaveLength(4);
    },
  );
});

describe("the product's own words in a line of the audit log", () => {
  it("are shown in the reader's language", async () => {
    const detail = { action: "deny", kind: "ip", label: "clean", value: "ip" };
    const page = String(await DetailList({ view: { language: "es" } as View, detail }));
    const values = Array.from(page.matchAll(/<\/span> ([^<]+)</g), ([, value]) => value);
    expect(values).toEqual(["bloquear", "dirección IP", "limpio", "ip"]);
  });
});
