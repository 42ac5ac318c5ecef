import { given } from "../platform/index.ts";
import { PERMISSIONS_OF, type Permission } from "./permissions.ts";
import type { findToken } from "./credential-store.ts";
import { TOKEN_SUBJECT, type Person } from "./principal.ts";

type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>;

/** The person that a token of ours stands for; undefined if the token has ended. */
export function personOfToken(row: TokenRow, now: number): Person | undefined {
  if (row.revokedAt !== null || row.expiresAt <= now) return undefined;
  return {
    kind: row.tenants === null ? "operator" : "member",
    subject: `${TOKEN_SUBJECT}${row.id}`,
    reach: row.tenants ?? "all",
    permissions: new Set(permissionsLeft(row)),
    endsAt: row.expiresAt,
    ...(row.personId === null
      ? given({ line: row.line ?? undefined })
      : { personId: row.personId }),
  };
}

/** The token's permissions that its owner's role still has. */
function permissionsLeft({ permissions, role }: TokenRow): Permission[] {
  const may: readonly string[] = role === null ? permissions : PERMISSIONS_OF[role];
  return (permissions as Permission[]).filter((each) => may.includes(each));
}
