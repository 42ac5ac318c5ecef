import type { Tenant } from "../../tenants/answers.ts";
import type { View } from "../frame/view.ts";
import { homeWords } from "../home/words.ts";
import { overviewWords } from "./words.ts";

interface StateProps {
  view: View;
  tenant: Tenant;
}

/** For operators: a link to change the tenant's plan, quota or state. */
export function ChangeTenant({ view, tenant }: StateProps) {
  if (!mayChange(view)) return null;
  return (
    <a class="button" href={`/portal/tenants/${tenant.tenantId}`}>
      {homeWords[view.language].change}
    </a>
  );
}

function mayChange({ who }: View): boolean {
  return who?.kind === "operator" && who.permissions.has("tenants:write");
}

/**
 * That the tenant is not active. From a closed one operators get to the erasure of its data, or to
 * how far that has come.
 */
export function Refused({ view, tenant, isErased }: StateProps & { isErased: boolean }) {
  const { status, tenantId } = tenant;
  if (status === "active") return null;
  const { refused, erase, erasing } = overviewWords[view.language];
  return (
    <p role="alert">
      {refused[status]}{" "}
      {status === "closed" && mayChange(view) ? (
        <a href={`/portal/tenants/${tenantId}#erasure`}>{isErased ? erasing : erase}</a>
      ) : null}
    </p>
  );
}
