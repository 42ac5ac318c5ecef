import { Badge, NumberCell, Table, type Tone } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { homeWords, tenantStatusWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

export interface TenantLine {
  tenantId: string;
  name: string;
  plan: string;
  monthlyQuota: number;
  status: "active" | "suspended" | "closed";
}

const TONES: Record<TenantLine["status"], Tone> = {
  active: "good",
  suspended: "warn",
  closed: "idle",
};

interface TenantTableProps {
  view: View;
  tenants: readonly TenantLine[];
  mayChange?: boolean;
}

export function TenantTable({ view, tenants, mayChange = false }: TenantTableProps) {
  const words = homeWords[view.language];
  const columns = [words.id, words.name, words.plan, { number: words.quota }, words.status];
  if (mayChange) columns.push(words.change);
  return (
    <Table label={words.title} columns={columns}>
      {tenants.map((tenant) => (
        <tr>
          <th scope="row">
            <a href={`/portal/t/${tenant.tenantId}`}>{tenant.tenantId}</a>
          </th>
          <td>{sayName(tenant.name)}</td>
          <td>{tenant.plan}</td>
          <NumberCell view={view} value={tenant.monthlyQuota} />
          <td>
            <Badge tone={TONES[tenant.status]}>
              {tenantStatusWords[view.language][tenant.status]}
            </Badge>
          </td>
          {mayChange ? (
            <td>
              <a href={`/portal/tenants/${tenant.tenantId}`}>
                {words.change} <span class="hidden">{tenant.tenantId}</span>
              </a>
            </td>
          ) : null}
        </tr>
      ))}
    </Table>
  );
}
