import type { Context } from "hono";
import type { Refusal } from "../http/index.ts";
import { database, type Rampart, ShortMemory, timingSafeEqual } from "../platform/index.ts";
import { CREDENTIAL_TTL_MS, credentialId, presumedId } from "./credential.ts";
import { findServiceKey } from "./credential-store.ts";
import type { ServiceOperation } from "./permissions.ts";
import { SERVICE_SUBJECT, type Service } from "./principal.ts";
import { invalidServiceKey } from "./refusals.ts";

const MAX_REMEMBERED = 500;
/** What is compared if the id is unknown, so that both cases take the same time. */
const NO_HASH = new Uint8Array(32);

/** A key as an isolate remembers it. */
interface KnownKey {
  hash: Uint8Array;
  revoked: boolean;
  expiresAt: number;
  principal: Service;
  /** The text that has this hash, once one came, so that the next call need not hash again. */
  proven: string | undefined;
}

const remembered = new ShortMemory<string, KnownKey | undefined>(CREDENTIAL_TTL_MS, MAX_REMEMBERED);
const encoder = new TextEncoder();

/** The holder of a key that this isolate checked a moment ago. Needs no promise. */
export function recallService(c: Context<Rampart>): Service | undefined {
  const text = c.get("call").headers.get("x-internal-service-key");
  if (text === null) return undefined;
  const now = c.get("platform").now();
  const known = remembered.peek(presumedId("rmp_svc", text), now);
  if (known?.proven === undefined || known.expiresAt <= now) return undefined;
  return sameText(text, known.proven) ? known.principal : undefined;
}

/** Compares a key that this isolate has not checked yet with the stored hash. */
export async function identifyService(c: Context<Rampart>): Promise<Service | Refusal | undefined> {
  const text = c.req.header("x-internal-service-key");
  if (text === undefined) return undefined;
  const id = credentialId("rmp_svc", text);
  if (id === null) return invalidServiceKey();
  const now = c.get("platform").now();
  const known = await remembered.recall(id, now, () => load(c.env, id));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
  const same = timingSafeEqual(hash, known?.hash ?? NO_HASH);
  if (known === undefined || !same || known.revoked) return invalidServiceKey();
  known.proven = text;
  return known.expiresAt <= now ? invalidServiceKey() : known.principal;
}

/**
 * Compares in constant time. `timingSafeEqual` needs bytes, and making them costs more than this
 * loop.
 */
function sameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) {
    difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  }
  return difference === 0;
}

async function load(env: Cloudflare.Env, id: string): Promise<KnownKey | undefined> {
  const row = await findServiceKey(database(env), id);
  if (row === undefined) return undefined;
  return {
    hash: Buffer.from(row.hash, "hex"),
    revoked: row.revokedAt !== null,
    expiresAt: row.expiresAt ?? Infinity,
    proven: undefined,
    principal: {
      kind: "service",
      subject: `${SERVICE_SUBJECT}${id}`,
      reach: row.tenants ?? "all",
      permissions: new Set(row.operations as ServiceOperation[]),
    },
  };
}
