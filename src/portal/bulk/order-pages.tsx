import { FILTER_TIMES } from "../../fleet/bulk/say-filter.ts";
import type { BulkState, ShownOrder } from "../../fleet/bulk/show-order.ts";
import type { listFailures } from "../../fleet/bulk/store.ts";
import { mayOrder } from "../../fleet/bulk/actions.ts";
import type { Page } from "../../http/contract/index.ts";
import { AskFirst } from "../frame/ask-first.tsx";
import { Layout } from "../frame/layout.tsx";
import { ListFrame } from "../frame/list-frame.tsx";
import {
  Badge,
  Fact,
  Facts,
  Moment,
  MomentCell,
  MomentFact,
  NumberCell,
  Pager,
  Section,
  Table,
  type Tone,
} from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import { Values } from "../frame/values.tsx";
import type { View } from "../frame/view.ts";
import { bulkPath, mayBulk } from "./bulk-presses.tsx";
import { actionWords, bulkStates, bulkWords, reasonWords, stopWords } from "./words.ts";

const TONES: Record<BulkState, Tone> = {
  running: "warn",
  cancelling: "warn",
  cancelled: "idle",
  done: "good",
};

export function OrdersPage({ view, page }: { view: View; page: Page<ShownOrder> }) {
  const words = bulkWords[view.language];
  const none = page.total === 0 ? { title: words.none, text: words.noneText } : undefined;
  const { total, done, failed } = words;
  const columns = [words.order, words.at, words.state, ...[total, done, failed].map(asNumber)];
  return (
    <ListFrame
      view={view}
      title={words.title}
      lead={words.lead}
      create={null}
      none={none}
      pager={<Pager view={view} page={page} />}
    >
      <Table label={words.title} columns={columns}>
        {page.items.map((order) => (
          <tr>
            <th scope="row">
              <a href={`${bulkPath(view)}/${order.id}`}>
                {actionWords[view.language][order.action]}
              </a>
              {view.tenantId === undefined ? (
                <small class="below">{order.tenantId ?? words.allTenants}</small>
              ) : null}
            </th>
            <MomentCell view={view} at={order.askedAt} />
            <td>
              <State view={view} state={order.state} />
            </td>
            <NumberCell view={view} value={order.total} />
            <NumberCell view={view} value={order.done} />
            <NumberCell view={view} value={order.failed} />
          </tr>
        ))}
      </Table>
    </ListFrame>
  );
}

function asNumber(number: string) {
  return { number };
}

function State({ view, state }: { view: View; state: BulkState }) {
  return <Badge tone={TONES[state]}>{bulkStates[view.language][state]}</Badge>;
}

interface OrderProps {
  view: View;
  order: ShownOrder;
  failures: Awaited<ReturnType<typeof listFailures>>;
}

/** How far an order has come. It is loaded again by hand, so that nothing moves under a reader. */
export function OrderPage({ view, order, failures: { items, next } }: OrderProps) {
  const words = bulkWords[view.language];
  const action = actionWords[view.language][order.action];
  const path = `${bulkPath(view)}/${order.id}`;
  const mayCancel = mayBulk(view) && view.who && mayOrder(view.who, order.action) === undefined;
  return (
    <Layout view={view} title={action}>
      <h1>{action}</h1>
      <section aria-label={words.order}>
        <OrderFacts view={view} order={order} />
        {order.endedAt === null ? (
          <div class="row">
            <a class="button" href={path}>
              {words.reload}
            </a>
            {mayCancel && order.state === "running" ? (
              <AskFirst
                view={view}
                action={`${path}/cancel`}
                label={words.cancel}
                name={action}
                text={words.cancelText}
              />
            ) : null}
          </div>
        ) : null}
      </section>
      {items.length === 0 ? null : (
        <Section id="failures" title={words.failures}>
          <Failures view={view} items={items} />
          {next === null ? null : (
            <a href={`${path}?after=${encodeURIComponent(next)}#failures`}>{words.more}</a>
          )}
        </Section>
      )}
    </Layout>
  );
}

function OrderFacts({ view, order }: Pick<OrderProps, "view" | "order">) {
  const words = bulkWords[view.language];
  const { filter } = order;
  const isWhole = filter !== null && Object.keys(filter).length === 0;
  const figures = ["total", "done", "gone", "failed", "waiting"] as const;
  return (
    <Facts>
      <Fact name={words.state}>
        <State view={view} state={order.state} />
      </Fact>
      {order.stopReason === null ? null : (
        <Fact name={words.stopped}>{stopWords[view.language][order.stopReason]}</Fact>
      )}
      {figures.map((name) => (
        <Fact name={words[name]}>{sayNumber(view.language, order[name])}</Fact>
      ))}
      <Fact name={words.tenant}>{order.tenantId ?? words.allTenants}</Fact>
      <Fact name={words.filter}>
        {filter === null ? (
          words.named
        ) : isWhole ? (
          words.everyone
        ) : (
          <Filter view={view} filter={filter} />
        )}
      </Fact>
      <Fact name={words.by} isLong>
        <code>{order.askedBy}</code>
      </Fact>
      <MomentFact view={view} name={words.at} at={order.askedAt} />
      {order.endedAt === null ? null : (
        <MomentFact view={view} name={words.end} at={order.endedAt} />
      )}
      {order.failedAt === null ? null : (
        <MomentFact view={view} name={words.trouble} at={order.failedAt} />
      )}
    </Facts>
  );
}

/** The fields of a filter by their names in the API, which also chooses by some that no page has. */
function Filter({ view, filter }: { view: View; filter: Record<string, unknown> }) {
  return (
    <ul class="values">
      {Object.entries(filter).map(([name, value]) => (
        <li>
          <span class="soft">{name}</span>{" "}
          {FILTER_TIMES.has(name) ? (
            <Moment view={view} at={String(value)} />
          ) : (
            <Values value={value} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Failures({
  view,
  items,
}: Pick<OrderProps, "view"> & Pick<OrderProps["failures"], "items">) {
  const words = bulkWords[view.language];
  return (
    <Table label={words.failures} columns={[words.agent, words.tenant, words.why]}>
      {items.map(({ agentId, tenantId, reason }) => (
        <tr>
          <th scope="row">
            <a href={`/portal/t/${tenantId}/collectors/${agentId}`}>
              <code>{agentId}</code>
            </a>
          </th>
          <td>{tenantId}</td>
          <td>{reasonWords[view.language][reason ?? "failed"]}</td>
        </tr>
      ))}
    </Table>
  );
}
