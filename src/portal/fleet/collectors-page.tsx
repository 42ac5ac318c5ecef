import type { showCollector } from "../../fleet/show-agent.ts";
import type { Page } from "../../http/contract/index.ts";
import { BulkPresses, bulkPath, mayBulk } from "../bulk/bulk-presses.tsx";
import { bulkWords } from "../bulk/words.ts";
import { FormState } from "../frame/form.ts";
import { Create, ListFrame } from "../frame/list-frame.tsx";
import { MomentCell, Pager, Table } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { searchOf, type View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import type { OfferedPolicy } from "../policies/offer-policies.ts";
import { CollectorFilters } from "./collector-filters.tsx";
import { FirstLabels } from "./label-list.tsx";
import { FILTERED_BY } from "./read-agent-filter.ts";
import { StateBadge } from "./state-badge.tsx";
import { StateNotes } from "./state-figures.tsx";
import { fleetWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";
import { fileOf } from "../frame/with-query.ts";

type Collector = ReturnType<typeof showCollector>;

interface CollectorsProps {
  view: View;
  form: FormState;
  page: Page<Collector>;
  /** Those that the tenant has; undefined in the list of all tenants. */
  policies: readonly OfferedPolicy[] | undefined;
}

/** The agents of one tenant, or for operators of all. */
export function CollectorsPage({ view, form, page, policies }: CollectorsProps) {
  const words = fleetWords[view.language];
  const chosen = FILTERED_BY.some((name) => form.given(name) !== undefined);
  const mayEnrol = view.who?.permissions.has("enrollment:write") === true;
  const bare = mayEnrol ? { title: words.none, text: words.noneText } : { title: words.none };
  const none = chosen ? { title: words.noneSuch } : bare;
  const enrol = `/portal/t/${view.tenantId}/codes#create`;
  const bulk = new FormState();
  bulk.labels.set("agent", words.agents);
  return (
    <ListFrame
      view={view}
      title={words.agents}
      lead={words.lead}
      create={
        <div class="row">
          <a class="button" href={bulkPath(view)}>
            {bulkWords[view.language].title}
          </a>
          {page.total === 0 ? null : (
            <a class="button" href={fileOf(view.path, { page: undefined })} download>
              {frameWords[view.language].csv}
            </a>
          )}
          <Create href={enrol} label={words.enrol} may={mayEnrol && view.tenantId !== undefined} />
        </div>
      }
      filter={<CollectorFilters view={view} form={form} policies={policies} />}
      none={page.total === 0 ? none : undefined}
      isFiltered={chosen}
      pager={<Pager view={view} page={page} />}
    >
      {mayBulk(view) ? (
        <PostForm view={view} labels={bulk} action={`${bulkPath(view)}/choose${searchOf(view)}`}>
          <CollectorTable view={view} collectors={page.items} mayTick />
          <BulkPresses view={view} form={bulk} total={page.total} />
        </PostForm>
      ) : (
        <CollectorTable view={view} collectors={page.items} />
      )}
      <p class="soft">{words.behind}</p>
      <StateNotes view={view} />
    </ListFrame>
  );
}

interface TableProps {
  view: View;
  collectors: Collector[];
  mayTick?: boolean;
}

function CollectorTable({ view, collectors, mayTick = false }: TableProps) {
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
    ...(mayTick ? [bulkWords[view.language].tick] : []),
  ];
  return (
    <Table label={words.agents} columns={columns}>
      {collectors.map((collector) => (
        <CollectorRow {...{ view, collector, list, mayTick }} />
      ))}
    </Table>
  );
}

interface RowProps {
  view: View;
  collector: Collector;
  /** The address of the list, for links to the same label. */
  list: string;
  mayTick: boolean;
}

function CollectorRow({ view, collector: one, list, mayTick }: RowProps) {
  const words = fleetWords[view.language];
  const name = sayName(one.hostname ?? one.agent_id);
  return (
    <tr>
      <th scope="row">
        <a href={`/portal/t/${one.tenant_id}/collectors/${one.agent_id}`}>{name}</a>
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
      {mayTick ? (
        <td>
          <label class="check">
            <input type="checkbox" name="agent" value={one.agent_id} />
            <span class="hidden">
              {bulkWords[view.language].tick} {name}
            </span>
          </label>
        </td>
      ) : null}
    </tr>
  );
}
