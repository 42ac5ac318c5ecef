import { collectBytes } from "../../http/index.ts";

/**
 * Far more than fifty keys with their certificates need. Limited, because a customer may run the
 * issuer.
 */
const MOST_BYTES = 512 * 1024;

/** Reads an issuer's answer as JSON. Throws if its status is not ok, or if it is too long. */
export async function readAnswer({ ok, status, body }: Response): Promise<unknown> {
  if (!ok) throw new Error(`it answered ${status}`);
  const bytes = await collectBytes(body, MOST_BYTES, () => new Error("its answer is too long"));
  return JSON.parse(new TextDecoder().decode(bytes));
}
