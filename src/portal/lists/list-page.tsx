import type { Page } from "../../http/contract/index.ts";
import type { Entry } from "../../intel/tenant-lists/answers.ts";
import { AskFirst } from "../frame/ask-first.tsx";
import { Choice, Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { ActorName } from "../audit/actor-name.tsx";
import type { NameOf } from "../audit/name-things.ts";
import { type } from "../../intel/tenant-lists/schemas.ts";
import { Layout } from "../frame/layout.tsx";
import { Filters } from "../frame/list-frame.tsx";
import { Badge, Empty, MomentCell, Pager, Section, Table } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { MODULES } from "../../tenants/gate/modules.ts";
import { FirewallLists } from "../keys/firewall-lists.tsx";
import { indicatorWords } from "../sources/indicator-words.ts";
import { sayRefusal } from "../frame/say-refusal.ts";
import { searchOf, type View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { ExpiryField, LabelField } from "./entry-fields.tsx";
import { actionWords, listWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

/** The fields of the filter. */
const FILTERS = ["q", "label", "show", "type"] as const;

interface ListProps {
  view: View;
  /** The form that adds an entry. */
  form: FormState;
  /** The form that chooses what is shown. */
  filter: FormState;
  page: Page<Entry>;
  mayWrite: boolean;
  origin: string;
  nameOf: NameOf;
}

export function ListPage({ view, form, filter, page, mayWrite, origin, nameOf }: ListProps) {
  const words = listWords[view.language];
  const path = `/portal/t/${view.tenantId}/lists`;
  const chosen = FILTERS.some((name) => filter.given(name) !== undefined);
  return (
    <Layout view={view} title={words.title}>
      <h1>{words.title}</h1>
      <p class="lead">{words.text}</p>
      <Section id="add" title={words.add}>
        {mayWrite ? <AddForm view={view} form={form} /> : <MayNot view={view} />}
      </Section>
      <section aria-label={words.title}>
        <Filter view={view} filter={filter} />
        <p class="row">
          {mayWrite ? (
            <a class="button" href={`${path}/many`}>
              {words.many}
            </a>
          ) : null}
          <a class="button" href={fileOf(path, filter)} download>
            {frameWords[view.language].csv}
          </a>
        </p>
        {page.total === 0 ? (
          <Empty title={chosen ? words.noneSuch : words.none}>
            {chosen ? null : <p>{words.noneText}</p>}
          </Empty>
        ) : (
          <EntryTable view={view} entries={page.items} {...{ mayWrite, nameOf }} />
        )}
        <Pager view={view} page={page} />
      </section>
      <section>
        <FirewallLists view={view} origin={origin} scopes={MODULES} />
      </section>
    </Layout>
  );
}

function Filter({ view, filter }: Pick<ListProps, "view" | "filter">) {
  const words = listWords[view.language];
  const { all } = frameWords[view.language];
  const say = actionWords[view.language];
  const options = [
    { value: "", label: all },
    { value: "deny", label: say.deny },
    { value: "allow", label: say.allow },
  ];
  const kinds = [
    { value: "", label: all },
    ...type.options.map((value) => ({ value, label: indicatorWords[view.language][value] })),
  ];
  return (
    <Filters view={view} chosen={filter}>
      <Field form={filter} name="q" type="search" label={words.search} />
      <Field form={filter} name="label" label={words.label} />
      <Choice form={filter} name="show" label={words.show} options={options} />
      <Choice form={filter} name="type" label={words.type} options={kinds} />
    </Filters>
  );
}

function fileOf(path: string, filter: FormState): string {
  const asked = FILTERS.flatMap((name) => {
    const value = filter.given(name);
    return value === undefined ? [] : [[name, value]];
  });
  return `${path}/entries.csv?${String(new URLSearchParams(asked))}`;
}

/** Who may not write is told so where the form would be. */
function MayNot({ view }: Pick<ListProps, "view">) {
  return <p>{sayRefusal(view.language, { error: "permission_denied", message: "" })}</p>;
}

function AddForm({ view, form }: Pick<ListProps, "view" | "form">) {
  const words = listWords[view.language];
  const options = Object.entries(words.actions).map(([value, label]) => ({ value, label }));
  return (
    <PostForm view={view} action={`/portal/t/${view.tenantId}/lists${searchOf(view)}`} form={form}>
      <div class="columns">
        <Field
          form={form}
          name="value"
          label={words.value}
          hint={words.valueHint}
          required
          maxlength={2048}
        />
        <Choice form={form} name="action" label={words.action} options={options} />
        <Field form={form} name="note" label={words.note} hint={words.noteHint} maxlength={500} />
        <LabelField view={view} form={form} />
        <ExpiryField view={view} form={form} />
      </div>
      <button type="submit" class="primary">
        {words.add}
      </button>
    </PostForm>
  );
}

interface EntryTableProps {
  view: View;
  entries: Entry[];
  nameOf: NameOf;
  mayWrite: boolean;
}

function EntryTable({ view, entries, mayWrite, nameOf }: EntryTableProps) {
  const words = listWords[view.language];
  const columns = [
    words.value,
    words.action,
    words.label,
    words.note,
    words.by,
    words.created,
    words.expires,
  ];
  return (
    <Table label={words.title} columns={mayWrite ? [...columns, words.remove] : columns}>
      {entries.map((entry) => (
        <tr>
          <th scope="row">
            <code>{entry.value}</code>
            <small class="below">{indicatorWords[view.language][entry.type]}</small>
          </th>
          <td>
            <Badge tone={entry.action === "deny" ? "bad" : "good"}>
              {actionWords[view.language][entry.action]}
            </Badge>
          </td>
          <td>{entry.label === "" ? "–" : sayName(entry.label)}</td>
          {entry.note === "" ? <td>–</td> : <td class="long">{sayName(entry.note)}</td>}
          <td>
            <ActorName view={view} actor={entry.createdBy} nameOf={nameOf} />
          </td>
          <MomentCell view={view} at={entry.createdAt} />
          <MomentCell view={view} at={entry.expiresAt} />
          {mayWrite ? (
            <td>
              <AskFirst
                view={view}
                action={`/portal/t/${view.tenantId}/lists/${entry.id}/remove${searchOf(view)}`}
                label={words.remove}
                name={entry.value}
                text={words.removeText}
              />
            </td>
          ) : null}
        </tr>
      ))}
    </Table>
  );
}
