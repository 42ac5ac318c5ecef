import { SILENT, STATES } from "../../fleet/effective-state.ts";
import type { showCollector } from "../../fleet/show-agent.ts";
import type { Page } from "../../http/contract/index.ts";
import { codeWords } from "../codes/words.ts";
import { Choice, Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Create, Filters, ListFrame, TenantField } from "../frame/list-frame.tsx";
import { MomentCell, Pager, Table } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { FirstLabels } from "./label-list.tsx";
import { StateBadge } from "./state-badge.tsx";
import { StateNotes } from "./state-figures.tsx";
import { fleetWords, stateWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

type Collector = ReturnType<typeof showCollector>;

interface CollectorsProps {
  view: View;
  form: FormState;
  page: Page<Collector>;
}

/** The agents of one tenant, or for operators of all. */
export function CollectorsPage({ view, form, page }: CollectorsProps) {
  const words = fleetWords[view.language];
  const states = STATES.map((value) => ({
    value,
    label: stateWords[view.language][value] ?? value,
  }));
  const chosen = ["q", "status", "conflict", "tenant", "code", "label"].some(
    (name) => form.given(name) !== undefined,
  );
  const mayEnrol = view.who?.permissions.has("enrollment:write") === true;
  const options = [
    { value: "", label: frameWords[view.language].all },
    { value: SILENT, label: words.silent },
    ...states,
  ];
  const identities = [
    { value: "", label: frameWords[view.language].all },
    { value: "true", label: words.inConflict },
  ];
  const bare = mayEnrol ? { title: words.none, text: words.noneText } : { title: words.none };
  const none = chosen ? { title: words.noneSuch } : bare;
  const enrol = `/portal/t/${view.tenantId}/codes#create`;
  return (
    <ListFrame
      view={view}
      title={words.agents}
      lead={words.lead}
      create={
        <Create href={enrol} label={words.enrol} may={mayEnrol && view.tenantId !== undefined} />
      }
      filter={
        <Filters view={view}>
          <Field form={form} name="q" type="search" label={words.search} />
          <Choice form={form} name="status" label={words.state} options={options} />
          <Choice form={form} name="conflict" label={words.identity} options={identities} />
          {form.given("code") === undefined ? null : (
            <Field form={form} name="code" label={codeWords[view.language].label} />
          )}
          {form.given("label") === undefined ? null : (
            <Field form={form} name="label" label={words.label} />
          )}
          {view.tenantId === undefined ? <TenantField view={view} form={form} /> : null}
        </Filters>
      }
      none={page.total === 0 ? none : undefined}
      isFiltered={chosen}
      pager={<Pager view={view} page={page} />}
    >
      <CollectorTable view={view} collectors={page.items} />
      <p class="soft">{words.behind}</p>
      <StateNotes view={view} />
    </ListFrame>
  );
}

function CollectorTable({ view, collectors }: { view: View; collectors: Collector[] }) {
  const words = fleetWords[view.language];
  const list =
    view.tenantId === undefined
      ? "/portal/fleet/collectors"
      : `/portal/t/${view.tenantId}/collectors`;
  const columns = [
    words.host,
    ...(view.tenantId === undefined ? [words.tenant] : []),
    words.state,
    words.role,
    words.region,
    words.lastSeen,
    words.version,
  ];
  return (
    <Table label={words.agents} columns={columns}>
      {collectors.map((one) => (
        <tr>
          <th scope="row">
            <a href={`/portal/t/${one.tenant_id}/collectors/${one.agent_id}`}>
              {sayName(one.hostname ?? one.agent_id)}
            </a>
            {one.hostname === null ? null : (
              <small class="below">
                <code>{one.agent_id}</code>
              </small>
            )}
            <FirstLabels labels={one.labels} list={list} />
          </th>
          {view.tenantId === undefined ? (
            <td>
              <a href={`/portal/t/${one.tenant_id}`}>{one.tenant_id}</a>
            </td>
          ) : null}
          <td>
            <StateBadge view={view} state={one.effective_state} />
            {one.conflict ? <small class="below">{words.inConflict}</small> : null}
          </td>
          <td>{one.role}</td>
          <td>{one.region}</td>
          <MomentCell view={view} at={one.last_seen_at} />
          <td>{one.agent.version ?? "–"}</td>
        </tr>
      ))}
    </Table>
  );
}
