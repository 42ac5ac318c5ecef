import { STATES } from "../../fleet/effective-state.ts";
import type { summarise } from "../../fleet/summarise.ts";
import { Layout } from "../frame/layout.tsx";
import { Empty, Table } from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { fleetWords, stateWords } from "./words.ts";

/** What is well first, what is over last. */
const ORDER = STATES.toReversed();

type Summary = ReturnType<typeof summarise>;

export function SummaryPage({ view, summary }: { view: View; summary: Summary }) {
  const words = fleetWords[view.language];
  const say = (value: number) => sayNumber(view.language, value);
  return (
    <Layout view={view} title={words.summary}>
      <h1>{words.summary}</h1>
      <dl class="figures">
        <div>
          <dt>{words.total}</dt>
          <dd>
            <a href="/portal/fleet/collectors">{say(summary.totals.total)}</a>
          </dd>
        </div>
        {ORDER.map((state) => (
          <div>
            <dt>{stateWords[view.language][state]}</dt>
            <dd>
              <a href={`/portal/fleet/collectors?status=${state}`}>
                {say(summary.totals.by_state[state])}
              </a>
            </dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="by-tenant">
        <h2 id="by-tenant">{words.byTenant}</h2>
        {summary.tenants.length === 0 ? (
          <Empty title={words.none}>
            <p>{words.noneText}</p>
          </Empty>
        ) : (
          <TenantTable view={view} summary={summary} />
        )}
      </section>
    </Layout>
  );
}

function TenantTable({ view, summary }: { view: View; summary: Summary }) {
  const words = fleetWords[view.language];
  const states = ORDER.map((state) => ({ number: stateWords[view.language][state] }));
  const say = (value: number) => sayNumber(view.language, value);
  return (
    <Table label={words.byTenant} columns={[words.tenant, { number: words.total }, ...states]}>
      {summary.tenants.map((tenant) => (
        <tr>
          <th scope="row">
            <a href={`/portal/t/${tenant.tenant_id}/collectors`}>{tenant.tenant_id}</a>
          </th>
          <td class="number">{say(tenant.total)}</td>
          {ORDER.map((state) => (
            <td class="number">{say(tenant.by_state[state])}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
