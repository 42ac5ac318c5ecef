import type { StateCounts } from "../../fleet/count-states.ts";
import type { summarise } from "../../fleet/summarise.ts";
import type { Page } from "../../http/contract/index.ts";
import { Layout } from "../frame/layout.tsx";
import { Empty, Pager, Section, Table } from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { ORDER, StateFigures, StateNotes } from "./state-figures.tsx";
import { fleetWords, stateWords } from "./words.ts";

interface SummaryProps {
  view: View;
  counts: StateCounts;
  page: Page<ReturnType<typeof summarise>["tenants"][number]>;
}

export function SummaryPage({ view, counts, page }: SummaryProps) {
  const words = fleetWords[view.language];
  return (
    <Layout view={view} title={words.summary}>
      <h1>{words.summary}</h1>
      <p class="lead">{words.lead}</p>
      <StateFigures view={view} counts={counts} path="/portal/fleet/collectors" />
      <Section id="by-tenant" title={words.byTenant}>
        {page.total === 0 ? (
          <Empty title={words.none}>
            <p>{words.noneText}</p>
          </Empty>
        ) : (
          <TenantTable view={view} tenants={page.items} />
        )}
        <Pager view={view} page={page} />
        <StateNotes view={view} />
      </Section>
    </Layout>
  );
}

interface TableProps {
  view: View;
  tenants: SummaryProps["page"]["items"];
}

function TenantTable({ view, tenants }: TableProps) {
  const words = fleetWords[view.language];
  const states = ORDER.map((state) => ({ number: stateWords[view.language][state] }));
  const say = (value: number) => sayNumber(view.language, value);
  return (
    <Table label={words.byTenant} columns={[words.tenant, { number: words.agents }, ...states]}>
      {tenants.map((tenant) => (
        <tr>
          <th scope="row">
            <a href={`/portal/t/${tenant.tenant_id}/collectors`}>{tenant.tenant_id}</a>
          </th>
          <td class="number">{say(tenant.total)}</td>
          {ORDER.map((state) => (
            <td class="number">
              {tenant.by_state[state] === 0 ? (
                say(0)
              ) : (
                <a href={`/portal/t/${tenant.tenant_id}/collectors?status=${state}`}>
                  {say(tenant.by_state[state])}
                </a>
              )}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
