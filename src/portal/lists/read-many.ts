import { refuseField, type Refusal } from "../../http/index.ts";
import { refuseFull } from "../../intel/tenant-lists/change-entries.ts";
import { lineEndOf } from "../../intel/sources/cut-lines.ts";
import { readLines, type WrittenLine } from "../../intel/tenant-lists/read-lines.ts";
import { entryBatch, MAX_ENTRIES, type EntryBatch } from "../../intel/tenant-lists/schemas.ts";
import { sayIssue } from "../frame/say-issue.ts";
import type { View } from "../frame/view.ts";
import { listWords } from "./words.ts";

/** Each line takes far more room than its text; comments and notes of several lines are lines too. */
const MAX_LINES = 200_000;

/** A line that no entry could be read from. */
export interface BadLine {
  line: number;
  value: string;
  why: string;
}

export interface ReadMany {
  entries: EntryBatch["entries"];
  /** The line of each entry. */
  lines: number[];
  bad: BadLine[];
}

/** The entries that the lines of a text name, and the lines that name none. */
export function readMany(view: View, text: string): ReadMany | Refusal {
  if (text.split(lineEndOf(text), MAX_LINES + 1).length > MAX_LINES) {
    return refuseField("text", `must have at most ${MAX_LINES} lines`);
  }
  const written = readLines(text);
  if (written.length > MAX_ENTRIES) return refuseFull();
  const many: ReadMany = { entries: [], lines: [], bad: [] };
  for (const one of written) {
    const read = readOne(view, one);
    if ("why" in read) many.bad.push({ line: one.line, ...read });
    else {
      many.entries.push(read);
      many.lines.push(one.line);
    }
  }
  return many;
}

function readOne(view: View, { said }: WrittenLine) {
  if (said === undefined) return { value: "", why: listWords[view.language].openQuote };
  const { value = "", action, ...more } = said;
  const filled = Object.entries({ ...more, action: action?.toLowerCase() }).filter(
    ([name, text]) => READ.has(name) && text !== undefined && text !== "",
  );
  const order = entryBatch.shape.entries.element.safeParse({
    value,
    ...Object.fromEntries(filled),
  });
  if (order.success) return order.data;
  const [issue] = order.error.issues;
  const column = String(issue?.path[0] ?? "value");
  return { value, why: `${column}: ${issue === undefined ? "" : sayIssue(view.language, issue)}` };
}

/** The columns that say something of an entry; who made it, and when, is said by the import. */
const READ = new Set(["type", "action", "label", "note", "expiresAt"]);
