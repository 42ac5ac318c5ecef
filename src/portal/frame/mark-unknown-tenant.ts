import type { Database } from "../../platform/index.ts";
import { unknownTenant } from "../../tenants/refusals.ts";
import { findTenant } from "../../tenants/store.ts";
import type { FormState } from "./form.ts";
import type { View } from "./view.ts";

/** A filter by a tenant that is none says so: that nothing fits would be taken for good news. */
export async function markUnknownTenant(
  view: View,
  db: Database,
  form: FormState,
): Promise<FormState> {
  const asked = form.given("tenant");
  if (asked === undefined || (await findTenant(db, asked)) !== undefined) return form;
  return form.refused(view, unknownTenant(asked, "tenant"));
}
