import { holdBytes } from "../../http/index.ts";

/** Far above fifty keys with their certificates. An issuer may be a customer's own. */
const MOST_BYTES = 512 * 1024;

/** What an issuer answered, as JSON; throws for a refusal, and for one that goes on sending. */
export async function readAnswer({ ok, status, body }: Response): Promise<unknown> {
  if (!ok) throw new Error(`it answered ${status}`);
  const bytes = await holdBytes(body, MOST_BYTES, () => new Error("its answer is too long"));
  return JSON.parse(new TextDecoder().decode(bytes));
}
