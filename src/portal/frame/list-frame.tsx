import type { Child, PropsWithChildren } from "hono/jsx";
import { Field } from "./fields.tsx";
import type { FormState } from "./form.ts";
import { Layout } from "./layout.tsx";
import { Empty } from "./parts.tsx";
import type { View } from "./view.ts";
import { frameWords } from "./words.ts";
import { bareOf } from "./with-query.ts";

interface ListFrameProps {
  view: View;
  title: string;
  lead?: string;
  /** The link to the form of a new one. It is in the head, or in the place of an empty list. */
  create: Child;
  /** The form that chooses what is shown. */
  filter?: Child;
  /** The list is searched by one text alone; then `none` is what is said if nobody searched. */
  search?: SearchProps["search"];
  /** What is said if the list is empty; undefined if it is not. */
  none: { title: string; text?: string } | undefined;
  /** The list is empty because of its filter, so the link does not belong in its place. */
  isFiltered?: boolean;
  pager?: Child;
  /** Another part of the page. */
  below?: Child;
}

/** A page with a list to which its reader may add. */
export function ListFrame(props: PropsWithChildren<ListFrameProps>) {
  const {
    view,
    title,
    lead,
    create,
    filter,
    search,
    none,
    isFiltered = false,
    pager,
    below,
    children,
  } = props;
  const isSearched = search !== undefined && !search.form.isEmpty;
  const isBare = none !== undefined && !isFiltered && !isSearched;
  return (
    <Layout view={view} title={title}>
      <div class="row between">
        <h1>{title}</h1>
        {isBare ? null : create}
      </div>
      {lead === undefined ? null : <p class="lead">{lead}</p>}
      <section aria-label={title}>
        {filter}
        {search === undefined || isBare ? null : <Search {...{ view, search }} />}
        {none === undefined ? (
          children
        ) : (
          <Empty title={isSearched ? frameWords[view.language].noneFits : none.title}>
            {none.text === undefined || isSearched ? null : <p>{none.text}</p>}
            {isBare ? create : null}
          </Empty>
        )}
        {pager}
      </section>
      {below}
    </Layout>
  );
}

/** The link to the form of a new one, for readers who may make one. */
export function Create({ href, label, may }: { href: string; label: string; may: boolean }) {
  if (!may) return null;
  return (
    <a class="button primary" href={href}>
      {label}
    </a>
  );
}

/** The field of a filter by tenant, for operators, whose lists show all tenants. */
export function TenantField({ view, form }: { view: View; form: FormState }) {
  const { tenantSections: label, tenantHint: hint } = frameWords[view.language];
  return <Field form={form} name="tenant" label={label} hint={hint} maxlength={64} />;
}

/** The fields of a filter by time. */
export function Period({ view, form }: { view: View; form: FormState }) {
  const { from, until } = frameWords[view.language];
  return (
    <>
      <Field form={form} name="from" type="datetime-local" label={from} />
      <Field form={form} name="to" type="datetime-local" label={until} />
    </>
  );
}

interface FiltersProps {
  view: View;
  /** The path of the list, if it is on another page. */
  action?: string;
  /** What is chosen now. If it is anything, one press clears it. */
  chosen?: FormState;
}

interface SearchProps {
  view: View;
  search: { form: FormState; hint: string };
}

/** The search of a list by one text. */
export function Search({ view, search: { form, hint } }: SearchProps) {
  const { search: label } = frameWords[view.language];
  return (
    <Filters view={view} action={bareOf(view.path)} chosen={form}>
      <Field form={form} name="q" type="search" label={label} hint={hint} />
    </Filters>
  );
}

/** A form that chooses what a list shows. Its address can be linked to and reloaded. */
export function Filters({ view, action, chosen, children }: PropsWithChildren<FiltersProps>) {
  const words = frameWords[view.language];
  return (
    <form method="get" {...{ action }} class="filters">
      {children}
      <button type="submit">{words.filter}</button>
      {chosen === undefined || chosen.isEmpty ? null : (
        <a class="button" href={bareOf(view.path)}>
          {words.clearFilter}
        </a>
      )}
    </form>
  );
}
