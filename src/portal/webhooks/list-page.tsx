import type { Page } from "../../http/contract/index.ts";
import type { FailingEndpoint } from "../../webhooks/delivery/find-failing.ts";
import { isBehind } from "../../webhooks/delivery/is-behind.ts";
import type { EndpointRow } from "../../webhooks/endpoints/store.ts";
import type { EndpointHealth } from "../../webhooks/delivery/schemas.ts";
import { CodedList } from "../frame/coded.tsx";
import { Create, ListFrame } from "../frame/list-frame.tsx";
import { Badge, Moment, MomentCell, Pager, Table, type Tone } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { eventWords } from "./event-words.ts";
import { longUrl, shortUrl } from "./short-url.ts";
import { endpointStatusWords, webhookWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface ListProps {
  view: View;
  page: Page<EndpointRow>;
  failing: FailingEndpoint[];
  mayWrite: boolean;
  now: number;
}

const TONES: Record<EndpointRow["status"], Tone> = {
  active: "good",
  paused: "idle",
  disabled: "bad",
};

export function WebhookListPage({ view, page, failing, mayWrite, now }: ListProps) {
  const words = webhookWords[view.language];
  const path = `/portal/t/${view.tenantId}/webhooks/new`;
  return (
    <ListFrame
      view={view}
      title={words.title}
      lead={words.lead}
      create={<Create href={path} label={words.create} may={mayWrite} />}
      none={page.total === 0 ? { title: words.none } : undefined}
      pager={<Pager view={view} page={page} />}
    >
      <EndpointTable view={view} endpoints={page.items} failing={failing} now={now} />
    </ListFrame>
  );
}

interface TableProps extends Pick<ListProps, "view" | "failing" | "now"> {
  endpoints: EndpointRow[];
}

function EndpointTable({ view, endpoints, failing, now }: TableProps) {
  const words = webhookWords[view.language];
  const columns = [words.url, words.events, words.status, words.created];
  const troubles = new Map(
    failing.map(({ endpoint, health }) => [endpoint.id, troubleOf(health, now)]),
  );
  return (
    <Table label={words.title} columns={columns}>
      {endpoints.map((endpoint) => (
        <tr>
          <th scope="row">
            <a
              href={`/portal/t/${view.tenantId}/webhooks/${endpoint.id}`}
              title={longUrl(endpoint.url)}
            >
              {shortUrl(endpoint.url)}
            </a>
            {endpoint.description === null ? null : (
              <small class="below">{sayName(endpoint.description)}</small>
            )}
          </th>
          <td>
            <CodedList codes={endpoint.events} names={eventWords[view.language]} />
          </td>
          <td>
            <EndpointStatus
              view={view}
              status={endpoint.status}
              trouble={troubles.get(endpoint.id)}
            />
          </td>
          <MomentCell view={view} at={endpoint.createdAt} />
        </tr>
      ))}
    </Table>
  );
}

export interface Trouble {
  word: "failing" | "behind";
  since: string;
}

/** The trouble of an endpoint; undefined if deliveries succeed in time. */
export function troubleOf(health: EndpointHealth, now: number): Trouble | undefined {
  const { failingSince, overdueSince } = health;
  if (failingSince !== null) return { word: "failing", since: failingSince };
  if (overdueSince === null || !isBehind(health, now)) return undefined;
  return { word: "behind", since: overdueSince };
}

interface StatusProps {
  view: View;
  status: EndpointRow["status"];
  trouble: Trouble | undefined;
}

/** Shows the trouble of an endpoint, or else its status: of a failing one, "active" says little. */
export function EndpointStatus({ view, status, trouble }: StatusProps) {
  const words = webhookWords[view.language];
  if (status !== "active" || trouble === undefined) {
    return <Badge tone={TONES[status]}>{endpointStatusWords[view.language][status]}</Badge>;
  }
  return (
    <>
      <Badge tone={trouble.word === "failing" ? "bad" : "warn"}>{words[trouble.word]}</Badge>
      <small class="below">
        {words.failingFrom} <Moment view={view} at={trouble.since} />
      </small>
    </>
  );
}
