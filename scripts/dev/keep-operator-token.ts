import { PERMISSIONS } from "../../src/access/permissions.ts";
import { DAY_MS } from "../../src/platform/spans.ts";
import { readDrizzleQuickly } from "./quick-drizzle.ts";

const TOKEN_DAYS = 365;
const RENEW_BEFORE_MS = 7 * DAY_MS;

/**
 * Keeps the operator's token, or makes one, also if an earlier version made it without permissions
 * that are new: the start itself needs all of them. The first credential cannot come from the API, which
 * requires one, so it is written into the database by the function that the API uses. Everything else
 * is done through the API with it.
 */
export async function keepOperatorToken(
  db: D1Database,
  known: string | undefined,
): Promise<string> {
  readDrizzleQuickly();
  const { drizzle } = await import("drizzle-orm/d1");
  const { readCredential } = await import("../../src/access/credential.ts");
  const { issueToken } = await import("../../src/access/issue-token.ts");
  const now = Date.now();
  const presented = known === undefined ? null : readCredential("rmp_pat", known);
  if (known !== undefined && presented !== null) {
    const row = await db
      .prepare(
        "SELECT permissions FROM access_tokens WHERE id = ? AND hash = ? AND revoked_at IS NULL AND expires_at > ?",
      )
      .bind(presented.id, presented.hash, now + RENEW_BEFORE_MS)
      .first<{ permissions: string }>();
    if (row !== null && holdsAll(row.permissions)) return known;
  }
  const issuer = {
    kind: "operator" as const,
    subject: "local:start",
    reach: "all" as const,
    permissions: new Set(PERMISSIONS),
  };
  const order = {
    name: "Local operator",
    permissions: PERMISSIONS,
    expiresAt: now + TOKEN_DAYS * DAY_MS,
  };
  const made = await issueToken(drizzle(db), issuer, order, now);
  if ("token" in made) return made.token;
  throw new Error(`The operator token was refused: ${made.message}`);
}

function holdsAll(stored: string): boolean {
  const held: unknown = JSON.parse(stored);
  return Array.isArray(held) && PERMISSIONS.every((permission) => held.includes(permission));
}
