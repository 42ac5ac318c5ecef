import { reaches } from "../../access/claim-tenant.ts";
import { missingPermission, noSuchTenant, onlyForOperators } from "../../access/refusals.ts";
import type { SignedIn } from "../../access/sessions/index.ts";
import { refuse, type Refusal } from "../../http/index.ts";
import type { PageRule } from "./page-table.ts";

type Verdict = Refusal | "sign_in" | "open";

/**
 * Whether a reader may open a page. A tenant out of reach gets the same answer as one that does not
 * exist, before permissions are checked.
 */
export function judgePage(
  rule: PageRule | undefined,
  who: SignedIn | undefined,
  tenantId: string | undefined,
): Verdict {
  if (rule === undefined) return refuse(403, "permission_denied", "This is open to nobody.");
  if (rule.who === "anyone") return "open";
  if (who === undefined) return "sign_in";
  if (tenantId !== undefined && !reaches(who.reach, tenantId)) {
    return noSuchTenant();
  }
  if (rule.who === "operators" && who.kind !== "operator") {
    return onlyForOperators(rule.permission);
  }
  if (rule.permission !== undefined && !who.permissions.has(rule.permission)) {
    return missingPermission(rule.permission);
  }
  return "open";
}
