import type { WrittenPolicy } from "../../fleet/policies/policy-store.ts";
import type { Page } from "../../http/contract/index.ts";
import { HistoryLink } from "../audit/history-link.tsx";
import { Area, Field } from "../frame/fields.tsx";
import { EditForm } from "../frame/form-page.tsx";
import { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Create, ListFrame } from "../frame/list-frame.tsx";
import { Moment, MomentCell, Pager, Table } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { AssignmentList, Assignments, type Assignment } from "./assignment-parts.tsx";
import { policyWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface ListProps {
  view: View;
  page: Page<WrittenPolicy>;
  assignments: Page<Assignment>;
  mayWrite: boolean;
}

export function PolicyListPage({ view, page, assignments, mayWrite }: ListProps) {
  const words = policyWords[view.language];
  const path = `/portal/t/${view.tenantId}/policies`;
  return (
    <ListFrame
      view={view}
      title={words.title}
      lead={words.lead}
      create={<Create href={`${path}/new`} label={words.create} may={mayWrite} />}
      none={page.total === 0 ? { title: words.none } : undefined}
      pager={<Pager view={view} page={page} />}
      below={<AssignmentList view={view} assignments={assignments} />}
    >
      <Table label={words.title} columns={[words.name, { number: words.revision }, words.revised]}>
        {page.items.map(({ policy, revision }) => (
          <tr>
            <th scope="row">
              <a href={`${path}/${policy.id}`}>{sayName(policy.name)}</a>
            </th>
            <td class="number">{revision.revision}</td>
            <MomentCell view={view} at={revision.createdAt} />
          </tr>
        ))}
      </Table>
    </ListFrame>
  );
}

interface PolicyProps {
  view: View;
  form: FormState;
  /** Undefined for a new policy. */
  written?: WrittenPolicy;
  /** The roles that have it. */
  roles?: Page<string>;
  /** The form that gives the policy to a role. */
  giving?: FormState;
  mayWrite: boolean;
}

export function PolicyPage(props: PolicyProps) {
  const { view, form, written, roles, giving = new FormState(), mayWrite } = props;
  const words = policyWords[view.language];
  const title = sayName(written?.policy.name ?? words.create);
  return (
    <Layout view={view} title={title}>
      <div class="row between">
        <h1>{title}</h1>
        {written === undefined || !mayWrite ? null : (
          <a
            class="button danger"
            href={`/portal/t/${view.tenantId}/policies/${written.policy.id}/delete`}
          >
            {words.remove}
          </a>
        )}
      </div>
      <section aria-label={title}>
        {written === undefined ? null : (
          <p class="soft">
            {words.revision} {written.revision.revision} ·{" "}
            <Moment view={view} at={written.revision.createdAt} /> ·{" "}
            <code>{written.policy.id}</code> ·{" "}
            <a href={`/portal/t/${view.tenantId}/collectors?policy=${written.policy.id}`}>
              {words.itsAgents}
            </a>
          </p>
        )}
        <EditForm
          {...{ view, title, form, mayWrite }}
          label={written === undefined ? words.create : words.revise}
        >
          <PolicyFields view={view} form={form} isNew={written === undefined} />
        </EditForm>
      </section>
      {written === undefined || roles === undefined ? null : (
        <Assignments {...{ view, policyId: written.policy.id, roles, giving, mayWrite }} />
      )}
      {written === undefined ? null : <HistoryLink view={view} id={written.policy.id} />}
    </Layout>
  );
}

interface FieldsProps {
  view: View;
  form: FormState;
  isNew: boolean;
}

function PolicyFields({ view, form, isNew }: FieldsProps) {
  const words = policyWords[view.language];
  return (
    <>
      {isNew ? <Field form={form} name="name" label={words.name} required maxlength={120} /> : null}
      <Area
        form={form}
        name="document"
        label={words.document}
        hint={words.documentHint}
        rows={16}
      />
      <Field
        form={form}
        name="checkinIntervalSeconds"
        type="number"
        min={10}
        max={86_400}
        label={words.interval}
        hint={words.intervalHint}
      />
    </>
  );
}
