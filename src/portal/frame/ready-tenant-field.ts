import type { Database } from "../../platform/index.ts";
import { unknownTenant } from "../../tenants/refusals.ts";
import { findTenant, listTenants } from "../../tenants/store.ts";
import type { FormState } from "./form.ts";
import { sayName } from "./say-name.ts";
import type { View } from "./view.ts";

/** More would make the page long; the id of any other tenant can be typed. */
const MAX_OFFERED = 200;

/**
 * Readies a filter by tenant. Without one that exists, the field offers the first ones; with one, the
 * page is noted as a look into that tenant alone, and so shows no other. A tenant that does not exist
 * is marked, because an empty list would look like good news.
 */
export async function readyTenantField(
  view: View,
  db: Database,
  form: FormState,
): Promise<FormState> {
  const asked = form.given("tenant");
  if (asked !== undefined && (await findTenant(db, asked)) !== undefined) return form;
  const ready = asked === undefined ? form : form.refused(view, unknownTenant(asked, "tenant"));
  if (view.who?.permissions.has("tenants:read") === true) await offerTenants(db, ready);
  return ready;
}

async function offerTenants(db: Database, form: FormState): Promise<void> {
  const first = { page: 1, limit: MAX_OFFERED, offset: 0 };
  const { items } = await listTenants(db, { reach: "all" }, first);
  const offered = items.map(({ tenantId, name }) => ({ value: tenantId, label: sayName(name) }));
  form.offers.set("tenant", offered);
}
