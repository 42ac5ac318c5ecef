/** Whether a token or service key still opens what it was made for. Without an end it does until revoked. */
export function isOpen(
  { revokedAt, expiresAt }: { revokedAt: number | null; expiresAt: number | null },
  now: number,
): boolean {
  return revokedAt === null && (expiresAt ?? Infinity) > now;
}
