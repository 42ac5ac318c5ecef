import { createHash } from "../../platform/index.ts";

/** The field of the mark (see refuse-changed.tsx). */
export const OPENED = "opened";
const UNTYPED = new Set(["once", OPENED]);
const HASH_LENGTH = 12;
const MARKED = /^(\w+):([\w-]{12})$/;

/** What somebody else has made of a field in the meantime. */
export interface Theirs {
  values: readonly string[];
  /** Whether the form now shows it, because its sender had not changed the field. */
  isTaken: boolean;
}

interface Merged {
  data: URLSearchParams;
  theirs: ReadonlyMap<string, Theirs>;
}

/** A mark of the value of each field, short enough to be sent with the form. */
export function markFields(data: URLSearchParams): string {
  return namesOf(data)
    .map((name) => `${name}:${hashOf(data, name)}`)
    .join(" ");
}

/**
 * Joins what was typed with the values of `now`, which are taken for fields that were not changed.
 */
export function mergeChanged(sent: URLSearchParams, now: URLSearchParams): Merged {
  const opened = readMark(sent.get(OPENED) ?? "");
  const data = new URLSearchParams(sent);
  const theirs = new Map<string, Theirs>();
  for (const name of new Set([...namesOf(now), ...namesOf(sent)])) {
    const before = opened.size === 0 ? undefined : (opened.get(name) ?? hashOf(EMPTY, name));
    const [mine, its] = [hashOf(sent, name), hashOf(now, name)];
    if (mine === its || its === before) continue;
    const values = now.getAll(name);
    theirs.set(name, { values, isTaken: mine === before });
    if (mine === before) put(data, name, values);
  }
  put(data, OPENED, now.getAll(OPENED));
  return { data, theirs };
}

const EMPTY = new URLSearchParams();

function namesOf(data: URLSearchParams): string[] {
  return [...new Set(data.keys())].filter((name) => !UNTYPED.has(name));
}

/**
 * A hash of a field's values. An empty field counts as missing, because a box that is not ticked
 * sends nothing.
 */
function hashOf(data: URLSearchParams, name: string): string {
  const text = data.getAll(name).toSorted().join("\n");
  return createHash("sha256").update(text).digest("base64url").slice(0, HASH_LENGTH);
}

function readMark(mark: string): Map<string, string> {
  const read = new Map<string, string>();
  for (const part of mark.split(" ")) {
    const [, name, hash] = MARKED.exec(part) ?? [];
    if (name !== undefined && hash !== undefined) read.set(name, hash);
  }
  return read;
}

function put(data: URLSearchParams, name: string, values: readonly string[]): void {
  data.delete(name);
  for (const value of values) data.append(name, value);
}
