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

/** What is read of a report with these fields. */
function readOf(paths: readonly string[]) {
  const parts = { machine: {}, agent: {}, status: {} };
  for (const path of paths) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    const inside = names.reduce<Record<string, unknown>>(
      (outer, name) => (outer[name] ??= {}) as Record<string, unknown>,
      parts,
    );
    inside[last] = last === "revision" ? 7 : "error";
  }
  return readReport({
    machine: JSON.stringify(parts.machine),
    agent: JSON.stringify(parts.agent),
    status: JSON.stringify(parts.status),
  });
}

describe("docs/agents.md on a check-in", () => {
  const WHOLE = ["role", "cert", "sent_at"];
  const read = fieldsOf("What a check-in says").filter((name) => !WHOLE.includes(name));

  it("names only fields that are read", () => {
    expect(read).toHaveLength(10);
    const [all, nothing] = [JSON.stringify(readOf(read)), JSON.stringify(readOf([]))];
    // One counts alone, or only beside another.
    const unread = read.filter((path) => {
      const others = read.filter((other) => other !== path);
      const isMissed = JSON.stringify(readOf(others)) !== all;
      return !isMissed && JSON.stringify(readOf([path])) === nothing;
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
