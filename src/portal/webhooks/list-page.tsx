import type { Page } from "../../http/contract/index.ts";
import type { FailingEndpoint } from "../../webhooks/delivery/find-failing.ts";
import type { EndpointRow } from "../../webhooks/endpoints/store.ts";
import { Create, ListFrame } from "../frame/list-frame.tsx";
import { Badge, Moment, Pager, Table, type Tone } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { endpointStatusWords, webhookWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface ListProps {
  view: View;
  page: Page<EndpointRow>;
  failing: FailingEndpoint[];
  mayWrite: boolean;
}

const TONES: Record<EndpointRow["status"], Tone> = {
  active: "good",
  paused: "idle",
  disabled: "bad",
};

export function WebhookListPage({ view, page, failing, mayWrite }: ListProps) {
  const words = webhookWords[view.language];
  const path = `/portal/t/${view.tenantId}/webhooks/new`;
  return (
    <ListFrame
      view={view}
      title={words.title}
      create={<Create href={path} label={words.create} may={mayWrite} />}
      none={page.total === 0 ? { title: words.none, text: words.noneText } : undefined}
      pager={<Pager view={view} page={page} />}
    >
      <EndpointTable view={view} endpoints={page.items} failing={failing} />
    </ListFrame>
  );
}

interface TableProps extends Pick<ListProps, "view" | "failing"> {
  endpoints: EndpointRow[];
}

function EndpointTable({ view, endpoints, failing }: TableProps) {
  const words = webhookWords[view.language];
  const columns = [words.url, words.events, words.status, words.created];
  const since = new Map(failing.map(({ endpoint, health }) => [endpoint.id, health.failingSince]));
  return (
    <Table label={words.title} columns={columns}>
      {endpoints.map((endpoint) => (
        <tr>
          <th scope="row">
            <a href={`/portal/t/${view.tenantId}/webhooks/${endpoint.id}`}>{endpoint.url}</a>
            {endpoint.description === null ? null : (
              <small class="below">{sayName(endpoint.description)}</small>
            )}
          </th>
          <td>{endpoint.events.join(", ")}</td>
          <td>
            <EndpointStatus
              view={view}
              status={endpoint.status}
              failingSince={since.get(endpoint.id) ?? null}
            />
          </td>
          <td>
            <Moment view={view} at={endpoint.createdAt} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface StatusProps {
  view: View;
  status: EndpointRow["status"];
  /** Null where deliveries come through. */
  failingSince: string | null;
}

/** That it is switched on says little of one to which nothing comes through. */
export function EndpointStatus({ view, status, failingSince }: StatusProps) {
  const words = webhookWords[view.language];
  if (status !== "active" || failingSince === null) {
    return <Badge tone={TONES[status]}>{endpointStatusWords[view.language][status]}</Badge>;
  }
  return (
    <>
      <Badge tone="bad">{words.failing}</Badge>
      <small class="below">
        {words.failingFrom} <Moment view={view} at={failingSince} />
      </small>
    </>
  );
}
