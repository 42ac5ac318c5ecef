import type { Child, PropsWithChildren } from "hono/jsx";
import { Field } from "./fields.tsx";
import type { FormState } from "./form.ts";
import { Layout } from "./layout.tsx";
import { Empty } from "./parts.tsx";
import type { View } from "./view.ts";
import { frameWords } from "./words.ts";

interface ListFrameProps {
  view: View;
  title: string;
  lead?: string;
  /** The way to another; it stands in the head, or in the place of the list while there is none. */
  create: Child;
  /** The form that chooses what is shown. */
  filter?: Child;
  /** What is said where there is nothing to list; undefined where there is. */
  none: { title: string; text?: string } | undefined;
  /** Nothing fits, though there may be some: that is no place for the way to another. */
  isFiltered?: boolean;
  pager?: Child;
  /** Another part of the page. */
  below?: Child;
}

/** A page that lists what its reader may add to. */
export function ListFrame(props: PropsWithChildren<ListFrameProps>) {
  const {
    view,
    title,
    lead,
    create,
    filter,
    none,
    isFiltered = false,
    pager,
    below,
    children,
  } = props;
  const isBare = none !== undefined && !isFiltered;
  return (
    <Layout view={view} title={title}>
      <div class="row between">
        <h1>{title}</h1>
        {isBare ? null : create}
      </div>
      {lead === undefined ? null : <p class="lead">{lead}</p>}
      <section aria-label={title}>
        {filter}
        {none === undefined ? (
          children
        ) : (
          <Empty title={none.title}>
            {none.text === undefined ? null : <p>{none.text}</p>}
            {isBare ? create : null}
          </Empty>
        )}
        {pager}
      </section>
      {below}
    </Layout>
  );
}

/** The way to a form that makes another, for those who may. */
export function Create({ href, label, may }: { href: string; label: string; may: boolean }) {
  if (!may) return null;
  return (
    <a class="button primary" href={href}>
      {label}
    </a>
  );
}

/** For operators, whose lists are of all tenants. */
export function TenantField({ view, form }: { view: View; form: FormState }) {
  const { tenantSections: label, tenantHint: hint } = frameWords[view.language];
  return <Field form={form} name="tenant" label={label} hint={hint} maxlength={64} />;
}

/** The fields of a filter for what was within a time. */
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
  /** Where the list is, if on another page. */
  action?: string;
}

/** A form that chooses what a list shows: it can be linked to and loaded again. */
export function Filters({ view, action, children }: PropsWithChildren<FiltersProps>) {
  return (
    <form method="get" {...{ action }} class="filters">
      {children}
      <button type="submit">{frameWords[view.language].filter}</button>
    </form>
  );
}
