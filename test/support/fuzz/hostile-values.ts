import { constantFrom, integer, nat, tuple, type Arbitrary } from "fast-check";
import { RawJson } from "./write-json.ts";

/** Deep enough to break code that calls itself for each level, small enough for the size limits. */
const DEPTH = 8_000;
const LONG = 20_000;

const TEXTS = [
  "",
  " ",
  "\u0000",
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "NaN",
  "-1",
  "1e999",
  "true",
  "../../etc/passwd",
  "' OR 1=1 --",
  "%",
  "%s%n",
  "{{7*7}}",
  "<script>",
  "\u202e\ufeff",
  "İıſK",
  "𝒳👩‍👩‍👧‍👦",
  "9999-12-31T23:59:60Z",
  "2026-02-30T00:00:00Z",
  "a".repeat(LONG),
];

const PIECES = [
  "null",
  "true",
  "0",
  "-0",
  "-1",
  "0.5",
  "1e400",
  "-1e400",
  "9007199254740993",
  "123456789012345678901234567890",
  "[]",
  "{}",
  "[[]]",
  '[null,{},"x"]',
  '"\\ud800"',
  '"x\\udc00\\ud800"',
  '"\\u0000"',
  '{"__proto__":{"admin":true}}',
  '{"__proto__":null,"constructor":{"prototype":{"x":1}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3}',
  '{"a":1,"a":"2"}',
  '{"":{"":""}}',
  "[".repeat(DEPTH) + "]".repeat(DEPTH),
  '{"a":'.repeat(DEPTH) + "1" + "}".repeat(DEPTH),
];

const RAW = [...PIECES, ...TEXTS.map((text) => JSON.stringify(text))].map(
  (text) => new RawJson(text),
);

export const hostileText: Arbitrary<string> = constantFrom(...TEXTS);
export const hostileJson: Arbitrary<RawJson> = constantFrom(...RAW);

type Path = (string | number)[];

/**
 * Spoils a right value in one place: the place is replaced, left out, or gets another name beside it.
 */
export function spoil(values: Arbitrary<unknown>): Arbitrary<unknown> {
  return tuple(values, nat(), hostileJson, integer({ min: 0, max: 3 })).map(
    ([value, pick, hostile, how]) => {
      const paths = pathsIn(value);
      const path = paths[pick % paths.length] ?? [];
      if (how === 0) return change(value, path, undefined);
      if (how === 1) return change(value, [...path, "unheardOf"], hostile);
      return change(value, path, hostile);
    },
  );
}

function pathsIn(value: unknown, base: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [base];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [base, ...inner.flatMap(([key, part]) => pathsIn(part, [...base, key]))];
}

/** Makes a copy with another value at the path; undefined removes the place. */
function change(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to ?? null;
  if (Array.isArray(value)) {
    const copy: unknown[] = [...value];
    const at = Number(key);
    if (Number.isNaN(at)) return [...copy, to];
    const part = change(copy[at], rest, to);
    if (rest.length === 0 && to === undefined) copy.splice(at, 1);
    else copy[at] = part;
    return copy;
  }
  if (typeof value !== "object" || value === null) return to ?? null;
  const entries = Object.entries(value).filter(([name]) => name !== key);
  if (rest.length === 0 && to === undefined) return Object.fromEntries(entries);
  const before: unknown = Reflect.get(value, key);
  return Object.fromEntries([...entries, [key, change(before, rest, to)]]);
}
