import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findProblems } from "../../../src/events/find-problems.ts";
import { HEALTHS, readReport } from "../../../src/fleet/agent/report.ts";

const page = readFileSync("docs/agents.md", "utf8");

/** The names in the first column of a section's table. */
function fieldsOf(title: string): string[] {
  const [, section = ""] = page.split(`\n## ${title}\n`);
  const [own = ""] = section.split("\n## ");
  const cells = Array.from(own.matchAll(/^\| (`.*?`) \|/gm), ([, cell = ""]) => cell);
  return cells.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = ""]) => name));
}

/** A report with this one field. */
function reportOf(path: string, value: unknown) {
  const [part = "", ...names] = path.split(".");
  const inside = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  const nothing = { machine: "{}", agent: "{}", status: "{}" };
  return readReport({ ...nothing, [part]: JSON.stringify(inside) });
}

describe("docs/agents.md on a check-in", () => {
  const WHOLE = ["role", "cert", "sent_at"];
  const read = fieldsOf("What a check-in says").filter((name) => !WHOLE.includes(name));

  it("names only fields that are read", () => {
    expect(read).toHaveLength(10);
    const nothing = reportOf("machine", {});
    const unread = read.filter((path) => {
      const value = path.endsWith("revision") ? 7 : "error";
      return JSON.stringify(reportOf(path, value)) === JSON.stringify(nothing);
    });
    expect(unread).toEqual([]);
  });

  it("names every value of status.health", () => {
    const row = page.split("\n").find((line) => line.startsWith("| `status.health` |"));
    expect(HEALTHS.filter((health) => row?.includes(`\`${health}\``) !== true)).toEqual([]);
  });
});

describe("docs/agents.md on an event", () => {
  /** An event in which every field has a value that no field may have. */
  const wrong = (right: object) =>
    new Proxy<Record<string, unknown>>(
      {},
      { get: (_event, name) => Reflect.get(right, name) ?? -1.5 },
    );

  it("names exactly the fields that are checked", () => {
    // Some fields are right, because at most twenty problems are reported.
    const told = [{ version: 1 }, { eventId: "x", type: "x" }].flatMap((right) =>
      findProblems(wrong(right)).map((problem) => problem.replace(/:.*/, "")),
    );
    const expected = [...new Set(told)];
    expect(fieldsOf("What an event says").toSorted()).toEqual(expected.toSorted());
  });
});
