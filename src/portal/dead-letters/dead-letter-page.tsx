import { MAX_FITTING } from "../../events/replay-fitting.ts";
import type { DeadEvent } from "../../events/store.ts";
import type { Page } from "../../http/contract/index.ts";
import { Choice } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Filters, TenantField } from "../frame/list-frame.tsx";
import { Empty, MomentCell, Pager, Table } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { sayName } from "../frame/say-name.ts";
import { sayNumber } from "../frame/say.ts";
import { searchOf, type View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { deadLetterWords, deadReasonWords } from "./words.ts";

/** The most of an event's text that is shown: enough to see what it is. */
const MAX_SHOWN = 1_000;

interface DeadLetterProps {
  view: View;
  filter: FormState;
  /** The form that sends the chosen events again. */
  form: FormState;
  page: Page<DeadEvent>;
  mayReplay: boolean;
  /** How many fit the filter and were not sent again, on all pages. */
  unsent: number;
}

export function DeadLetterPage({ view, filter, form, page, mayReplay, unsent }: DeadLetterProps) {
  const words = deadLetterWords[view.language];
  const reasons = Object.entries(deadReasonWords[view.language]);
  const all = { value: "", label: frameWords[view.language].all };
  const options = [all, ...reasons.map(([value, label]) => ({ value, label }))];
  const sent = [
    all,
    { value: "false", label: words.unsent },
    { value: "true", label: words.sentAgain },
  ];
  const chosen = ["tenant", "reason", "replayed"].some((name) => filter.given(name) !== undefined);
  return (
    <Layout view={view} title={words.title}>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <section aria-label={words.title}>
        <Filters view={view} chosen={filter}>
          <TenantField view={view} form={filter} />
          <Choice form={filter} name="reason" label={words.reason} options={options} />
          <Choice form={filter} name="replayed" label={words.replayed} options={sent} />
        </Filters>
        {page.total === 0 ? (
          <Empty title={chosen ? words.noneSuch : words.none} />
        ) : (
          <PostForm view={view} action={`/portal/dead-letters/replay${searchOf(view)}`} form={form}>
            <DeadTable {...{ view, form, mayReplay }} rows={page.items} />
            {mayReplay ? <Presses {...{ view, unsent }} rows={page.items} /> : null}
          </PostForm>
        )}
        <Pager view={view} page={page} />
      </section>
    </Layout>
  );
}

/** The buttons. Of a whole page, and of all pages, only what was not sent again yet is sent. */
function Presses({ view, rows, unsent }: { view: View; rows: DeadEvent[]; unsent: number }) {
  const words = deadLetterWords[view.language];
  const shown = rows.filter(({ replayedAt }) => replayedAt === null);
  const [most, fitting] = [sayNumber(view.language, MAX_FITTING), sayNumber(view.language, unsent)];
  return (
    <div class="row">
      <button type="submit" class="primary">
        {words.replay}
      </button>
      {shown.map(({ id }) => (
        <input type="hidden" name="shown" value={id} />
      ))}
      {shown.length === 0 ? null : (
        <button type="submit" name="all" value="page">
          {words.replayPage(sayNumber(view.language, shown.length))}
        </button>
      )}
      {unsent <= shown.length ? null : (
        <button type="submit" name="all" value="fitting">
          {unsent > MAX_FITTING ? words.replaySome(most, fitting) : words.replayAll(fitting)}
        </button>
      )}
    </div>
  );
}

interface DeadTableProps {
  view: View;
  form: FormState;
  rows: DeadEvent[];
  mayReplay: boolean;
}

function DeadTable({ view, form, rows, mayReplay }: DeadTableProps) {
  const words = deadLetterWords[view.language];
  form.labels.set("ids", words.title);
  const columns = [
    words.event,
    words.tenant,
    words.agent,
    words.reason,
    words.failed,
    words.replayed,
  ];
  return (
    <Table label={words.title} columns={mayReplay ? [...columns, words.choose] : columns}>
      {rows.map((row) => (
        <DeadRow {...{ view, row, mayReplay }} />
      ))}
    </Table>
  );
}

interface DeadRowProps {
  view: View;
  row: DeadTableProps["rows"][number];
  mayReplay: boolean;
}

function DeadRow({ view, row, mayReplay }: DeadRowProps) {
  const words = deadLetterWords[view.language];
  const says: Record<string, string> = deadReasonWords[view.language];
  const { tenantId, agentId, eventId } = row;
  const id = eventId ?? row.id;
  return (
    <tr>
      <th scope="row">
        <code>{id}</code>
        <details>
          <summary>{words.body}</summary>
          <pre class="text">{sayBody(row.body)}</pre>
        </details>
      </th>
      <td>{tenantId === null ? "–" : <a href={`/portal/t/${tenantId}`}>{tenantId}</a>}</td>
      <td>
        {tenantId === null || agentId === null ? (
          (agentId ?? "–")
        ) : (
          <a href={`/portal/t/${tenantId}/collectors/${agentId}`}>{agentId}</a>
        )}
      </td>
      <td>{says[row.reason] ?? row.reason}</td>
      <MomentCell view={view} at={row.failedAt} />
      <MomentCell view={view} at={row.replayedAt} />
      {mayReplay ? (
        <td>
          <label class="check">
            <input type="checkbox" name="ids" value={row.id} />
            <span class="hidden">
              {words.choose} {id}
            </span>
          </label>
        </td>
      ) : null}
    </tr>
  );
}

/** The beginning of an event, whose sender may have written anything. */
function sayBody(body: string): string {
  return sayName(body.length > MAX_SHOWN ? `${body.slice(0, MAX_SHOWN)}…` : body);
}
