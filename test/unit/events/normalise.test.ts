import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalText } from "../../../src/events/canonical-text.ts";
import { stampedLine, type Stamps } from "../../../src/events/event.ts";
import { findProblems, MAX_PROBLEMS, readEventTime } from "../../../src/events/find-problems.ts";
import { normalise } from "../../../src/events/normalise.ts";
import { readMessage } from "../../../src/events/read-message.ts";

const good = {
  version: 1,
  eventId: "e-1",
  type: "process.started",
  time: "2026-01-01T00:00:00Z",
  observed_time: "2026-01-01T00:00:01.5+00:00",
  severity_id: 3,
  host: { name: "a" },
  observables: [{ type: "ip", value: "10.0.0.1" }],
};

const made = (event: Record<string, unknown>) =>
  normalise(event, JSON.stringify(event), () => "made-id");

describe("normalise", () => {
  it("finds nothing wrong with a good event", () => {
    expect(made(good)).toMatchObject({ eventId: "e-1", normalized: true, problems: [] });
  });

  it.each([
    ["no version", { version: undefined }, "version: must be 1"],
    ["another version", { version: 2 }, "version: must be 1"],
    ["a number for an id", { eventId: 5 }, "eventId: must be a text"],
    ["an empty id", { eventId: "" }, "eventId: must have 1 to 128 characters"],
    ["a long id", { eventId: "x".repeat(129) }, "eventId: must have 1 to 128 characters"],
    ["no type", { type: undefined }, "type: must be dotted words in lower case"],
    ["a malformed type", { type: "A B" }, "type: must be dotted words in lower case"],
    ["an undefined severity", { severity_id: 7 }, "severity_id: must be 0 to 6, or 99"],
    ["an invalid time", { time: "yesterday" }, "time: must be an RFC 3339 time"],
    ["an invalid month", { time: "2026-13-01T00:00:00Z" }, "time: must be an RFC 3339 time"],
    ["an invalid day", { time: "2025-02-29T00:00:00Z" }, "time: must be an RFC 3339 time"],
    ["an invalid hour", { time: "2025-12-31T24:00:00Z" }, "time: must be an RFC 3339 time"],
    ["an invalid leap second", { time: "2025-12-31T23:58:60Z" }, "time: must be an RFC 3339 time"],
    [
      "a long message",
      { message: "x".repeat(4097) },
      "message: must be a text of at most 4,096 characters",
    ],
    [
      "an occurrence after its observation",
      { time: "2026-01-02T00:00:00Z" },
      "time: lies after observed_time",
    ],
    [
      "a type reserved for the server",
      { type: "rampart.x" },
      "type: rampart.* is the server's own",
    ],
    ["a host that is text", { host: "a" }, "host: must be an object"],
    ["a class that is text", { class_uid: "1" }, "class_uid: must be a whole number"],
    ["malformed observables", { observables: [1] }, "observables: must be a list of {type, value}"],
  ])("accepts an event with %s and names the problem", (_name, change, problem) => {
    const { normalized, problems } = made({ ...good, ...change });
    expect(normalized).toBe(false);
    expect(problems).toEqual([problem]);
  });

  it.each([
    ["lower case", "2026-01-01t00:00:00z"],
    ["a leap second", "2016-12-31T23:59:60Z"],
    ["a leap second elsewhere", "2016-12-31T15:59:60.5-08:00"],
    ["many digits of a second", "2026-01-01T00:00:00.1234567890123Z"],
    ["29 February", "2024-02-29T00:00:00Z"],
    ["the year 1", "0001-01-01T00:00:00Z"],
  ])("finds nothing wrong with %s in a time", (_name, time) => {
    expect(made({ ...good, time }).problems).toEqual([]);
    expect(readEventTime(time)).not.toBeNull();
  });

  it("counts the characters of a text, not its UTF-16 units", () => {
    const observables = [{ type: "name", value: "😀".repeat(4_096) }];
    const raw = { ...good, message: "😀".repeat(4_096), observables };
    expect(made(raw).problems).toEqual([]);
    const longer = { ...raw, trace_id: "😀".repeat(4_097) };
    expect(made(longer).problems).toEqual(["trace_id: must be a text of at most 4,096 characters"]);
  });

  it("reads a leap second as the second before it", () => {
    const before = Date.parse("2016-12-31T23:59:59Z");
    expect(readEventTime("2016-12-31T23:59:60Z")).toBe(before);
  });

  it.each([
    ["a text", "mine", "mine"],
    ["128 characters", "x".repeat(128), "x".repeat(128)],
    ["128 characters of two units each", "😀".repeat(128), "😀".repeat(128)],
    ["129 characters of two units each", "😀".repeat(129), "made-id"],
    ["nothing", undefined, "made-id"],
    ["null", null, "made-id"],
    ["an empty text", "", "made-id"],
    ["a number", 5, null],
    ["an object", {}, null],
    ["a list", [], null],
    ["false", false, null],
  ])("keeps, replaces or drops an eventId that is %s", (_name, eventId, expected) => {
    expect(made({ ...good, eventId }).eventId).toBe(expected);
  });

  it("accepts any JSON object", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (event) => {
        const { problems, contentHash, text } = made(event);
        expect(problems.length).toBeLessThanOrEqual(MAX_PROBLEMS);
        expect(contentHash).toMatch(/^[0-9a-f]{64}$/);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(event)));
      }),
    );
  });

  it("gives the same hash for the same content in another order of keys", () => {
    const one = normalise({ a: 1, b: { c: 2, d: 3 } }, "x", () => "");
    const other = normalise({ b: { d: 3, c: 2 }, a: 1 }, "y", () => "");
    const third = normalise({ b: { d: 3, c: 4 }, a: 1 }, "y", () => "");
    expect(one.contentHash).toBe(other.contentHash);
    expect(one.contentHash).not.toBe(third.contentHash);
  });

  it("does so down to 64 levels; an event nested deeper is hashed as it was written", () => {
    const hash = (levels: number, inner: string) => {
      const text = '{"a":'.repeat(levels - 1) + inner + "}".repeat(levels - 1);
      return normalise(JSON.parse(text) as Record<string, unknown>, text, () => "").contentHash;
    };
    const [one, other] = ['{"x":1,"y":2}', '{"y":2,"x":1}'] as const;
    expect(hash(64, one)).toBe(hash(64, other));
    expect(hash(65, one)).not.toBe(hash(65, other));
  });

  it("gives different hashes for numbers too large to tell apart, by their spelling", () => {
    const hash = (text: string) =>
      normalise(JSON.parse(text) as Record<string, unknown>, text, () => "").contentHash;
    const values = ["1e999", "2e999", "-1e999", "null"];
    expect(new Set(values.map((value) => hash(`{"a":[${value}]}`))).size).toBe(values.length);
  });

  it("accepts 40,000 levels of nesting", () => {
    const text = `{"a":${"[".repeat(40_000)}${"]".repeat(40_000)}}`;
    const event = JSON.parse(text) as Record<string, unknown>;
    const { contentHash } = normalise(event, text, () => "made-id");
    expect(contentHash).toMatch(/^[0-9a-f]{64}$/);
    expect(findProblems(event).length).toBeGreaterThan(0);
    expect(canonicalText(event)).toBeNull();
  });

  it("gives an event written over several lines one line of the archive", () => {
    const text = JSON.stringify({ ...good, message: "two\nlines" }, null, 2);
    const event = JSON.parse(text) as Record<string, unknown>;
    const line = stampedLine(
      {
        tenant_id: "ten",
        agent_id: "a",
        ingest_id: "i",
        event_id: "e-1",
        received_at: "2026-01-01T00:00:00.000Z",
      } as Stamps,
      normalise(event, text, () => "").text,
    );
    expect(line).not.toContain("\n");
    expect(JSON.parse(line)).toMatchObject({ event: { message: "two\nlines" } });
    expect(readMessage(line)).toMatchObject({ key: "ten/a/i", day: "2026-01-01" });
  });

  it("does not let an event's own tenant_id and agent_id replace the stamps", () => {
    const event = { tenant_id: "other", agent_id: "other" };
    const stamps = { tenant_id: "ten", agent_id: "a", ingest_id: "i", event_id: null } as Stamps;
    const received = { ...stamps, received_at: "2026-01-01T00:00:00.000Z" };
    const line = stampedLine(received, made(event).text);
    expect(readMessage(line)).toMatchObject({ tenantId: "ten", agentId: "a", key: "ten/a/i" });
  });
});
