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

/** That the tenant is not active; of a closed one operators can erase the data. */
export function Refused({ view, tenant: { status, tenantId } }: StateProps) {
  if (status === "active") return null;
  const { refused, erase } = overviewWords[view.language];
  return (
    <p role="alert">
      {refused[status]}{" "}
      {status === "closed" && mayChange(view) ? (
        <a href={`/portal/tenants/${tenantId}#erasure`}>{erase}</a>
      ) : null}
    </p>
  );
}
