import type { Context } from "hono";
import { isRefusal, type Refusal } from "../http/index.ts";
import { database, ShortMemory, surroundingsOf, type Rampart } from "../platform/index.ts";
import { CREDENTIAL_TTL_MS, readCredential, sameHash } from "./credential.ts";
import { standingAmong } from "./erased-tenants.ts";
import { findToken } from "./credential-store.ts";
import { personOfToken } from "./person-of-token.ts";
import type { Person } from "./principal.ts";
import { invalidBearer } from "./refusals.ts";
import { isShutOut } from "./shut-out-people.ts";

const MAX_REMEMBERED = 2_000;
const MAX_BEARER_LENGTH = 8_192;
const BEARER = /^Bearer +([^\s]+)$/i;

type TokenRow = Awaited<ReturnType<typeof findToken>>;

const remembered = new ShortMemory<string, TokenRow>(CREDENTIAL_TTL_MS, MAX_REMEMBERED);

/**
 * The person behind `Authorization: Bearer`: by a token of ours, or by one of a trusted OIDC issuer.
 * `fresh` asks the database instead of what is remembered.
 */
export async function identifyPerson(
  c: Context<Rampart>,
  fresh: boolean,
): Promise<Person | Refusal | undefined> {
  const header = c.req.header("authorization");
  if (header === undefined) return undefined;
  const bearer = BEARER.exec(header)?.[1];
  if (bearer === undefined || bearer.length > MAX_BEARER_LENGTH) return invalidBearer();
  const platform = c.get("platform");
  if (bearer.startsWith("rmp_")) return byToken(c.env, bearer, platform.now(), fresh);
  const { verifyJwt } = await import("./oidc/verify-jwt.ts");
  const person = (await verifyJwt(c.env, bearer, surroundingsOf(c))) ?? invalidBearer();
  if (isRefusal(person)) return person;
  const db = database(c.env);
  const now = platform.now();
  // The token does not know who was removed or withdrawn since, nor whose data was erased.
  const [isOut, reach] = await Promise.all([
    isShutOut(db, person, now, fresh),
    person.reach === "all" ? person.reach : standingAmong(db, person.reach, now),
  ]);
  return isOut || reach.length === 0 ? invalidBearer() : { ...person, reach };
}

async function byToken(
  env: Cloudflare.Env,
  text: string,
  now: number,
  fresh: boolean,
): Promise<Person | Refusal> {
  const presented = readCredential("rmp_pat", text);
  if (presented === null) return invalidBearer();
  const { id, hash } = presented;
  if (fresh) remembered.forget(id);
  const row = await remembered.recall(id, now, () => findToken(database(env), id));
  if (row === undefined || !sameHash(row.hash, hash)) return invalidBearer();
  return personOfToken(row, now) ?? invalidBearer();
}
