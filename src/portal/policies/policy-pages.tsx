import type { WrittenPolicy } from "../../fleet/policies/write-policy.ts";
import type { Page } from "../../http/contract/index.ts";
import { Area, Field, FormFault } from "../frame/fields.tsx";
import { Cancel } from "../frame/form-page.tsx";
import { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Create, ListFrame } from "../frame/list-frame.tsx";
import { Moment, Pager, Table } from "../frame/parts.tsx";
import { OpenedMark } from "../frame/refuse-changed.tsx";
import { PostForm } from "../frame/post-form.tsx";
import type { View } from "../frame/view.ts";
import { policyWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface ListProps {
  view: View;
  page: Page<WrittenPolicy>;
  mayWrite: boolean;
}

export function PolicyListPage({ view, page, mayWrite }: ListProps) {
  const words = policyWords[view.language];
  const path = `/portal/t/${view.tenantId}/policies`;
  return (
    <ListFrame
      view={view}
      title={words.title}
      create={<Create href={`${path}/new`} label={words.create} may={mayWrite} />}
      none={page.total === 0 ? { title: words.none, text: words.noneText } : undefined}
      pager={<Pager view={view} page={page} />}
    >
      <Table label={words.title} columns={[words.name, { number: words.revision }, words.revised]}>
        {page.items.map(({ policy, revision }) => (
          <tr>
            <th scope="row">
              <a href={`${path}/${policy.id}`}>{sayName(policy.name)}</a>
            </th>
            <td class="number">{revision.revision}</td>
            <td>
              <Moment view={view} at={revision.createdAt} />
            </td>
          </tr>
        ))}
      </Table>
    </ListFrame>
  );
}

interface PolicyProps {
  view: View;
  form: FormState;
  /** Absent while it is being made. */
  written?: WrittenPolicy;
  /** The roles that have it. */
  roles?: readonly string[];
  mayWrite: boolean;
}

export function PolicyPage({ view, form, written, roles = [], mayWrite }: PolicyProps) {
  const words = policyWords[view.language];
  const title = sayName(written?.policy.name ?? words.create);
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <section aria-label={title}>
        {written === undefined ? null : (
          <p class="soft">
            {words.revision} {written.revision.revision} ·{" "}
            <Moment view={view} at={written.revision.createdAt} /> ·{" "}
            <code>{written.policy.id}</code>
          </p>
        )}
        <PolicyForm view={view} form={form} made={written !== undefined} mayWrite={mayWrite} />
      </section>
      {written !== undefined && mayWrite ? (
        <Assignments view={view} written={written} roles={roles} />
      ) : null}
    </Layout>
  );
}

interface PolicyFormProps {
  view: View;
  form: FormState;
  made: boolean;
  mayWrite: boolean;
}

function PolicyForm({ view, form, made, mayWrite }: PolicyFormProps) {
  const words = policyWords[view.language];
  return (
    <PostForm>
      <FormFault form={form} />
      <OpenedMark form={form} />
      <fieldset disabled={!mayWrite}>
        <legend class="hidden">{words.document}</legend>
        {made ? null : (
          <Field form={form} name="name" label={words.name} required maxlength={120} />
        )}
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
      </fieldset>
      {mayWrite ? (
        <div class="row">
          <button type="submit" class="primary">
            {made ? words.revise : words.create}
          </button>
          <Cancel view={view} />
        </div>
      ) : null}
    </PostForm>
  );
}

interface AssignmentsProps {
  view: View;
  written: WrittenPolicy;
  roles: readonly string[];
}

/** Who has it, and what ends or widens that. */
function Assignments({ view, written, roles }: AssignmentsProps) {
  const words = policyWords[view.language];
  const path = `/portal/t/${view.tenantId}/policies/${written.policy.id}`;
  return (
    <section aria-labelledby="assign">
      <h2 id="assign">{words.assign}</h2>
      {roles.length === 0 ? null : (
        <Table label={words.assigned} columns={[words.assigned, ""]}>
          {roles.map((role) => (
            <tr>
              <th scope="row">{role === "" ? words.everyRole : sayName(role)}</th>
              <td>
                <PostForm action={`${path}/take-back`}>
                  <input type="hidden" name="role" value={role} />
                  <button type="submit">{words.takeBack}</button>
                </PostForm>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <PostForm action={`${path}/assign`}>
        <Field
          form={new FormState()}
          name="role"
          label={words.role}
          hint={words.roleHint}
          maxlength={64}
        />
        <div class="row">
          <button type="submit">{words.assign}</button>
          <a class="button danger" href={`${path}/delete`}>
            {words.remove}
          </a>
        </div>
      </PostForm>
    </section>
  );
}
