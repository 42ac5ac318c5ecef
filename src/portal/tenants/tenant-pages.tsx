import type { Page } from "../../http/contract/index.ts";
import type { Plan } from "../../tenants/store.ts";
import type { Erasure } from "../../tenants/erasure/schemas.ts";
import type { Tenant } from "../../tenants/answers.ts";
import { Choice, Field } from "../frame/fields.tsx";
import { FormPage } from "../frame/form-page.tsx";
import { FormState } from "../frame/form.ts";
import type { Language } from "../frame/language.ts";
import { Layout } from "../frame/layout.tsx";
import { ListFrame, Create, Filters } from "../frame/list-frame.tsx";
import { NumberCell, Pager, Table } from "../frame/parts.tsx";
import { sayKnown } from "../frame/say-known.ts";
import { sayPrice } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { TenantTable } from "../home/tenant-table.tsx";
import { tenantStatusWords } from "../home/words.ts";
import { moduleWords } from "../try/module-words.ts";
import { AskErasure, ErasureProgress } from "./erasure-part.tsx";
import { locationsIn, sayLocation } from "./location-words.ts";
import { tenantWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface ListProps {
  view: View;
  form: FormState;
  page: Page<Tenant>;
  mayWrite: boolean;
}

export function TenantListPage({ view, form, page, mayWrite }: ListProps) {
  const words = tenantWords[view.language];
  const any = { value: "", label: frameWords[view.language].all };
  const none = { title: words.none, ...(mayWrite ? { text: words.noneText } : {}) };
  return (
    <ListFrame
      view={view}
      title={words.title}
      create={<Create href="/portal/tenants/new" label={words.create} may={mayWrite} />}
      filter={
        <Filters view={view} chosen={form}>
          <Field form={form} name="q" type="search" label={words.search} />
          <Choice
            form={form}
            name="status"
            label={words.status}
            options={[any, ...statusesIn(view.language)]}
          />
        </Filters>
      }
      none={page.total === 0 ? none : undefined}
      isFiltered
      pager={<Pager view={view} page={page} />}
    >
      <TenantTable view={view} tenants={page.items} mayChange={mayWrite} />
    </ListFrame>
  );
}

interface FormProps {
  view: View;
  form: FormState;
  plans: Plan[];
  tenant?: Tenant;
  /** The form that asks for an erasure, if it was refused. */
  erasing?: FormState;
}

/** The form of a new or an existing tenant. */
export function TenantFormPage(props: FormProps) {
  const { view, form, plans, tenant, erasing = new FormState() } = props;
  const words = tenantWords[view.language];
  const title = tenant === undefined ? words.create : words.change(sayName(tenant.name));
  return (
    <FormPage
      view={view}
      title={title}
      form={form}
      label={tenant === undefined ? words.create : undefined}
      below={
        tenant?.status === "closed" ? (
          <AskErasure view={view} tenantId={tenant.tenantId} form={erasing} />
        ) : null
      }
    >
      {tenant === undefined ? (
        <Field form={form} name="tenantId" label={words.id} hint={words.idHint} required />
      ) : null}
      {tenant?.location ? (
        <p>{words.keptNear(sayLocation(tenant.location, view.language))}</p>
      ) : null}
      <Field form={form} name="name" label={words.name} required maxlength={120} />
      <Choice
        form={form}
        name="plan"
        label={words.plan}
        hint={words.planHint}
        options={plans.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Field
        form={form}
        name="monthlyQuota"
        type="number"
        min={0}
        label={words.quota}
        hint={words.quotaHint}
      />
      {tenant === undefined ? (
        <LocationChoice view={view} form={form} />
      ) : (
        <StatusChoice view={view} form={form} />
      )}
    </FormPage>
  );
}

function LocationChoice({ view, form }: Pick<FormProps, "view" | "form">) {
  const words = tenantWords[view.language];
  const options = [{ value: "", label: words.anywhere }, ...locationsIn(view.language)];
  const { location: label, locationHint: hint } = words;
  return <Choice form={form} name="location" label={label} hint={hint} options={options} />;
}

function StatusChoice({ view, form }: Pick<FormProps, "view" | "form">) {
  const { status: label, statusHint: hint } = tenantWords[view.language];
  const options = statusesIn(view.language);
  return <Choice form={form} name="status" label={label} hint={hint} options={options} />;
}

function statusesIn(language: Language) {
  const names = Object.entries(tenantStatusWords[language]);
  return names.map(([value, label]) => ({ value, label }));
}

/** A tenant whose data is erased can no longer be changed. */
export function ErasurePage(props: { view: View; tenant: Tenant; erasure: Erasure }) {
  const { view, tenant, erasure } = props;
  return (
    <Layout view={view} title={tenant.tenantId}>
      <h1>{tenant.tenantId}</h1>
      <ErasureProgress view={view} erasure={erasure} />
    </Layout>
  );
}

export function PlansPage({ view, plans }: { view: View; plans: Plan[] }) {
  const words = tenantWords[view.language];
  const columns = [
    words.name,
    { number: words.quota },
    { number: words.price },
    words.weights,
    { number: words.retention },
    { number: words.burst },
  ];
  return (
    <Layout view={view} title={words.plans}>
      <h1>{words.plans}</h1>
      <section aria-label={words.plans}>
        <Table label={words.plans} columns={columns}>
          {plans.map((plan) => (
            <tr>
              <th scope="row">{sayName(plan.name)}</th>
              <NumberCell view={view} value={plan.monthlyQuota} />
              <td class="number">{sayPrice(view.language, plan.unitPriceMicros, plan.currency)}</td>
              <td class="long">
                {Object.entries(plan.weights)
                  .map(
                    ([module, units]) => `${sayKnown(moduleWords[view.language], module)} ${units}`,
                  )
                  .join(", ")}
              </td>
              <NumberCell view={view} value={plan.retentionDays} />
              <NumberCell view={view} value={plan.burstPerSecond} />
            </tr>
          ))}
        </Table>
      </section>
    </Layout>
  );
}
