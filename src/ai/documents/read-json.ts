import { nestsDeeper, refuse, type Refusal } from "../../http/index.ts";
import { Lines } from "./lines.ts";

const MAX_DEPTH = 32;
const BYTE_ORDER_MARK = /^\ufeff/;

/** Turns each value into a line of "path: value". */
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
      flatten(inner, Array.isArray(value) ? path : below(path, name), lines);
    }
    return;
  }
  const said = typeof value === "string" ? value : JSON.stringify(value);
  lines.add(path === "" ? said : `${path}: ${said}`);
}

function below(path: string, name: string): string {
  return path === "" ? name : `${path} ${name}`;
}

function invalid(why: string, message: string): Refusal {
  return refuse(400, "invalid_document", why, { details: [{ path: "text", message }] });
}
