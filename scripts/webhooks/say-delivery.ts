import type { Delivery } from "./receiver.ts";

/** Characters that a terminal would obey instead of showing them. */
const CONTROL = /[^\P{Cc}\n\t]/gu;

/** Writes a delivery as lines for a terminal. Anybody may have sent one that is not verified. */
export function sayDelivery({ id, body, doubt, times }: Delivery): string {
  const verdict = doubt === null ? "verified" : `NOT VERIFIED, ${doubt}`;
  const again = times > 1 ? `, delivery ${times}` : "";
  const head = `\n${new Date().toISOString()}  ${id || "without an id"}  ${verdict}${again}`;
  // Every line is marked, because the text may look like a verified delivery.
  const text = doubt === null ? indented(body) : `> ${body.replaceAll("\n", "\n> ")}`;
  return `${head}\n${text}`.replace(CONTROL, "\ufffd");
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
