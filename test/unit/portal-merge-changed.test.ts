import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markFields, mergeChanged, OPENED } from "../../src/portal/frame/merge-changed.ts";

type Fields = Record<string, string | string[]>;

function filled(fields: Fields): URLSearchParams {
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, values]) => [values].flat().map((each) => [name, each])),
  );
}

function opened(fields: Fields): URLSearchParams {
  const data = filled(fields);
  data.set(OPENED, markFields(data));
  return data;
}

/** What a browser sends after typing over what was opened. */
function typed(before: Fields, over: Fields): URLSearchParams {
  const data = filled({ ...before, ...over });
  data.set(OPENED, opened(before).get(OPENED) ?? "");
  return data;
}

const BEFORE = { name: "Lures", note: "", scopes: ["urlsearch", "ipsearch"] };

describe("a form whose values somebody else changed meanwhile", () => {
  it("keeps the fields that its sender changed, takes the other changes, and reports both", () => {
    const now = opened({ ...BEFORE, name: "Baits", note: "theirs", scopes: [] });
    const { data, theirs } = mergeChanged(typed(BEFORE, { note: "mine" }), now);
    expect(data.get("name")).toBe("Baits");
    expect(data.get("note")).toBe("mine");
    expect(data.getAll("scopes")).toEqual([]);
    expect(Object.fromEntries(theirs)).toEqual({
      name: { values: ["Baits"], isTaken: true },
      note: { values: ["theirs"], isTaken: false },
      scopes: { values: [], isTaken: true },
    });
  });

  it("reports no field that only its sender changed, or that both changed alike", () => {
    const now = opened({ ...BEFORE, name: "Baits" });
    const sent = typed(BEFORE, { name: "Baits", note: "mine", scopes: [] });
    const { data, theirs } = mergeChanged(sent, now);
    expect([data.get("note"), data.getAll("scopes"), theirs.size]).toEqual(["mine", [], 0]);
  });

  it.each(["", "of-another", "4Tl0_vQ2", "name:short"])(
    "takes over no value if its mark is invalid: %j",
    (mark) => {
      const now = opened({ ...BEFORE, name: "Baits", note: "theirs" });
      const sent = filled(BEFORE);
      sent.set(OPENED, mark);
      const { data, theirs } = mergeChanged(sent, now);
      expect([data.get("name"), data.get("note")]).toEqual(["Lures", ""]);
      expect([...theirs.values()].map(({ isTaken }) => isTaken)).toEqual([false, false]);
      expect(data.get(OPENED)).toBe(now.get(OPENED));
    },
  );

  it("holds the sent or the stored value of each field, and always the newest mark", () => {
    const form = fc.record({ a: fc.string(), b: fc.string(), c: fc.array(fc.string()) });
    fc.assert(
      fc.property(form, form, form, (before, over, meanwhile) => {
        const [sent, now] = [typed(before, over), opened(meanwhile)];
        const { data, theirs } = mergeChanged(sent, now);
        expect(data.get(OPENED)).toBe(now.get(OPENED));
        for (const name of ["a", "b", "c"]) {
          const from = theirs.get(name)?.isTaken === true ? now : sent;
          expect(data.getAll(name)).toEqual(from.getAll(name));
        }
      }),
    );
  });
});
