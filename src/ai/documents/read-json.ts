import { refuse, type Refusal } from "../../http/index.ts";
import { Lines } from "./lines.ts";

const MAX_DEPTH = 32;

/** Each value becomes a line of "path: value". */
export function readJson(text: string): string | Refusal {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(400, "invalid_document", "The document is not valid JSON.", {
      details: [{ path: "text", message: "must be JSON" }],
    });
  }
  const lines = new Lines();
  flatten(value, "", 0, lines);
  return lines.read();
}

function flatten(value: unknown, path: string, depth: number, lines: Lines): void {
  if (value === null || depth > MAX_DEPTH || lines.full) return;
  if (typeof value === "object") {
    for (const [name, inner] of Object.entries(value)) {
      const here = Array.isArray(value) ? path : path === "" ? name : `${path} ${name}`;
      flatten(inner, here, depth + 1, lines);
    }
    return;
  }
  const said = typeof value === "string" ? value : JSON.stringify(value);
  lines.add(path === "" ? said : `${path}: ${said}`);
}
