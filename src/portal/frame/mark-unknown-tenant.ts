import type { Database } from "../../platform/index.ts";
import { unknownTenant } from "../../tenants/refusals.ts";
import { findTenant } from "../../tenants/store.ts";
import type { FormState } from "./form.ts";
import type { View } from "./view.ts";

/** Marks a filter by a tenant that does not exist: an empty list would look like good news. */
export async function markUnknownTenant(
  view: View,
  db: Database,
  form: FormState,
): Promise<FormState> {
  const asked = form.given("tenant");
  if (asked === undefined || (await findTenant(db, asked)) !== undefined) return form;
  return form.refused(view, unknownTenant(asked, "tenant"));
}
