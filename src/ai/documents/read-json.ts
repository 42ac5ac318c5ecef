import { nestsDeeper, refuse, type Refusal } from "../../http/index.ts";
import { Lines } from "./lines.ts";

const MAX_DEPTH = 32;
/** A longer record is read value by value, so that its texts keep their sentences. */
const MAX_RECORD = 400;
const BYTE_ORDER_MARK = /^\ufeff/;

/** Turns each value into a line of "path: value", and each record of a list into one line. */
export function readJson(text: string): string | Refusal {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(BYTE_ORDER_MARK, ""), asWritten);
  } catch {
    return invalid("The document is not valid JSON.", "must be JSON");
  }
  if (nestsDeeper(value, MAX_DEPTH)) {
    const most = `${MAX_DEPTH} levels deep at most`;
    return invalid(`A JSON document may be nested ${most}.`, `may be nested ${most}`);
  }
  const lines = new Lines();
  flatten(value, "", lines);
  return lines.read();
}

/**
 * Keeps numbers as they are written: a parsed one loses digits and zeros, so a long id would change.
 */
function asWritten(_name: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === "number" ? source : value;
}

function flatten(value: unknown, path: string, lines: Lines): void {
  if (value === null || lines.full) return;
  if (typeof value === "object") {
    for (const [name, inner] of Object.entries(value)) {
      const record = Array.isArray(value) ? sayRecord(inner) : undefined;
      if (record !== undefined) lines.add(say(path, record));
      else flatten(inner, Array.isArray(value) ? path : below(path, name), lines);
    }
    return;
  }
  lines.add(say(path, typeof value === "string" ? value : JSON.stringify(value)));
}

/**
 * An object of plain values as one text: apart, the name of a thing would not stand beside what is said
 * of it.
 */
function sayRecord(value: unknown): string | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  const said: string[] = [];
  for (const [name, inner] of Object.entries(value)) {
    if (inner === null) continue;
    if (typeof inner === "object") return undefined;
    said.push(say(name, String(inner)));
  }
  const record = said.join("; ");
  return record === "" || record.length > MAX_RECORD ? undefined : record;
}

function say(path: string, said: string): string {
  return path === "" ? said : `${path}: ${said}`;
}

function below(path: string, name: string): string {
  return path === "" ? name : `${path} ${name}`;
}

function invalid(why: string, message: string): Refusal {
  return refuse(400, "invalid_document", why, { details: [{ path: "text", message }] });
}
