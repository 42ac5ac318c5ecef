import { refuse, type Refusal } from "../http/index.ts";
import type { Permission } from "./permissions.ts";
import type { Person } from "./principal.ts";

/** Refuses permissions that the giver does not hold. */
export function refuseBeyond(
  giver: Person,
  permissions: readonly Permission[],
): Refusal | undefined {
  const missing = permissions.find((permission) => !giver.permissions.has(permission));
  if (missing === undefined) return undefined;
  return refuse(403, "permission_denied", `You lack the permission ${missing} yourself.`);
}
