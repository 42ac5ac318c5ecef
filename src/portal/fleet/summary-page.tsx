import type { summarise } from "../../fleet/summarise.ts";
import { Layout } from "../frame/layout.tsx";
import { Empty, Section, Table } from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { ORDER, StateFigures, StateNotes, troubled } from "./state-figures.tsx";
import { fleetWords, stateWords } from "./words.ts";

type Summary = ReturnType<typeof summarise>;

export function SummaryPage({ view, summary }: { view: View; summary: Summary }) {
  const words = fleetWords[view.language];
  return (
    <Layout view={view} title={words.summary}>
      <h1>{words.summary}</h1>
      <p class="lead">{words.lead}</p>
      <StateFigures view={view} counts={summary.totals.by_state} path="/portal/fleet/collectors" />
      <Section id="by-tenant" title={words.byTenant}>
        {summary.tenants.length === 0 ? (
          <Empty title={words.none}>
            <p>{words.noneText}</p>
          </Empty>
        ) : (
          <TenantTable view={view} summary={summary} />
        )}
        <StateNotes view={view} />
      </Section>
    </Layout>
  );
}

function TenantTable({ view, summary }: { view: View; summary: Summary }) {
  const words = fleetWords[view.language];
  const states = ORDER.map((state) => ({ number: stateWords[view.language][state] }));
  // Whoever looks after a thousand looks here for those that need it.
  const byTrouble = summary.tenants.toSorted((a, b) => troubled(b.by_state) - troubled(a.by_state));
  const say = (value: number) => sayNumber(view.language, value);
  return (
    <Table label={words.byTenant} columns={[words.tenant, { number: words.agents }, ...states]}>
      {byTrouble.map((tenant) => (
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
