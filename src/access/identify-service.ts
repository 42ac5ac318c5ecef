import type { Context } from "hono";
import { refuse, type Refusal } from "../http/index.ts";
import { database, ShortMemory, type Platform, type Rampart } from "../platform/index.ts";
import { readCredential, sameHash } from "./credential.ts";
import { CREDENTIAL_TTL_MS } from "./identify-person.ts";
import { findServiceKey } from "./list-credentials.ts";
import type { ServiceOperation } from "./permissions.ts";
import type { Service } from "./principal.ts";

const MAX_REMEMBERED = 500;
/** Compared with when the id is unknown, so that both ways cost the same. */
const NO_HASH = "0".repeat(64);

type KeyRow = Awaited<ReturnType<typeof findServiceKey>>;

const remembered = new ShortMemory<string, KeyRow>(CREDENTIAL_TTL_MS, MAX_REMEMBERED);

export async function identifyService(
  c: Context<Rampart>,
  platform: Platform,
): Promise<Service | Refusal | undefined> {
  const text = c.req.header("x-internal-service-key");
  if (text === undefined) return undefined;
  const presented = readCredential("rmp_svc", text);
  if (presented === null) return invalidServiceKey();
  const now = platform.now();
  const { id, hash } = presented;
  const row = await remembered.recall(id, now, () => findServiceKey(database(c.env), id));
  const same = sameHash(row?.hash ?? NO_HASH, hash);
  if (row === undefined || !same || row.revokedAt !== null) return invalidServiceKey();
  if (row.expiresAt !== null && row.expiresAt <= now) return invalidServiceKey();
  return {
    kind: "service",
    subject: `service:${id}`,
    reach: row.tenants ?? "all",
    permissions: new Set(row.operations as ServiceOperation[]),
  };
}

/** Missing, unknown and expired keys get one and the same answer. */
export function invalidServiceKey(): Refusal {
  return refuse(401, "unauthorized", "A valid X-Internal-Service-Key is needed.");
}
