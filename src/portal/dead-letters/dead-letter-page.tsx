import type { DeadEvent } from "../../events/store.ts";
import type { Page } from "../../http/contract/index.ts";
import { Choice } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Filters, TenantField } from "../frame/list-frame.tsx";
import { Empty, MomentCell, Pager, Table } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { searchOf, type View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { deadLetterWords, deadReasonWords } from "./words.ts";

interface DeadLetterProps {
  view: View;
  filter: FormState;
  /** The form that sends the chosen events again. */
  form: FormState;
  page: Page<DeadEvent>;
  mayReplay: boolean;
}

export function DeadLetterPage({ view, filter, form, page, mayReplay }: DeadLetterProps) {
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
        <Filters view={view}>
          <TenantField view={view} form={filter} />
          <Choice form={filter} name="reason" label={words.reason} options={options} />
          <Choice form={filter} name="replayed" label={words.replayed} options={sent} />
        </Filters>
        {page.total === 0 ? (
          <Empty title={chosen ? words.noneSuch : words.none} />
        ) : (
          <PostForm view={view} action={`/portal/dead-letters/replay${searchOf(view)}`} form={form}>
            <DeadTable {...{ view, form, mayReplay }} rows={page.items} />
            {mayReplay ? (
              <p>
                <button type="submit" class="primary">
                  {words.replay}
                </button>
              </p>
            ) : null}
          </PostForm>
        )}
        <Pager view={view} page={page} />
      </section>
    </Layout>
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
  const says: Record<string, string> = deadReasonWords[view.language];
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
        <tr>
          <th scope="row">
            <code>{row.eventId ?? row.id}</code>
          </th>
          <td>{row.tenantId ?? "–"}</td>
          <td>
            {row.tenantId === null || row.agentId === null ? (
              (row.agentId ?? "–")
            ) : (
              <a href={`/portal/t/${row.tenantId}/collectors/${row.agentId}`}>{row.agentId}</a>
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
                  {words.choose} {row.eventId ?? row.id}
                </span>
              </label>
            </td>
          ) : null}
        </tr>
      ))}
    </Table>
  );
}
