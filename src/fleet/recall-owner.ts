import { remember, type Database } from "../platform/index.ts";
import type { AgentRef } from "./agent/record.ts";
import { findCertificateOwner } from "./agent-certificate-store.ts";

const MAX_REMEMBERED = 2_000;
const remembered = new Map<string, AgentRef>();

/**
 * The agent of a certificate that does not name it. That never changes, so an isolate asks D1 once.
 * The agent's object says each time whether the certificate still counts.
 */
export async function recallOwner(
  db: Database,
  fingerprint: string,
): Promise<AgentRef | undefined> {
  const known = remembered.get(fingerprint);
  if (known !== undefined) return known;
  const owner = await findCertificateOwner(db, fingerprint);
  if (owner === undefined) return undefined;
  remember(remembered, fingerprint, owner, MAX_REMEMBERED);
  return owner;
}
