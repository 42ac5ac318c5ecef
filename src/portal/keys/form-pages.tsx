import { MODULES } from "../../tenants/gate/modules.ts";
import type { ApiKey } from "../../tenants/api-keys/schemas.ts";
import { Area, Checks, Choice, Field, FormFault } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Copyable } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { keyWords } from "./words.ts";

const SCOPES = MODULES.map((module) => ({ value: module, label: module }));

interface FormProps {
  view: View;
  form: FormState;
}

/** One form for a key that is made and for one that is changed. */
export function KeyFormPage({ view, form, apiKey }: FormProps & { apiKey?: ApiKey }) {
  const words = keyWords[view.language];
  const title = apiKey === undefined ? words.create : words.editTitle(apiKey.name);
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <section aria-label={title}>
        <PostForm>
          <FormFault form={form} />
          <Field
            form={form}
            name="name"
            label={words.name}
            hint={words.nameHint}
            required
            maxlength={120}
          />
          <Checks
            form={form}
            name="scopes"
            label={words.scopes}
            hint={words.scopesHint}
            options={SCOPES}
          />
          <Field
            form={form}
            name="expiresAt"
            type="datetime-local"
            label={words.expires}
            hint={words.expiresHint}
          />
          <Area
            form={form}
            name="allowedAddresses"
            label={words.addresses}
            hint={words.addressesHint}
          />
          <Area form={form} name="note" label={words.note} rows={2} maxlength={500} />
          <Send view={view} label={apiKey === undefined ? words.create : undefined} />
        </PostForm>
      </section>
    </Layout>
  );
}

/** The only page that ever holds a key: the answer to the form, never to be loaded again. */
export function RevealPage({ view, id, apiKey }: { view: View; id: string; apiKey: string }) {
  const words = keyWords[view.language];
  const path = `/portal/t/${view.tenantId}/keys/${id}`;
  const call = [
    `curl "$RAMPART_URL/api/v1/urlsearch?value=example.com"`,
    `  -H "X-Tenant-ID: ${view.tenantId}"`,
    `  -H "X-API-Key: ${apiKey}"`,
  ].join(" \\\n");
  return (
    <Layout view={view} title={words.madeTitle}>
      <h1>{words.madeTitle}</h1>
      <section aria-label={words.madeTitle} data-after={path}>
        <p role="status">{frameWords[view.language].once}</p>
        <Copyable view={view} label={words.keyLabel} text={apiKey} />
        <h2>{words.callLabel}</h2>
        <Copyable view={view} label={words.callLabel} text={call} />
        <a class="button primary" href={path}>
          {words.toKey}
        </a>
      </section>
    </Layout>
  );
}

export function RotatePage({ view, form, apiKey }: FormProps & { apiKey: ApiKey }) {
  const words = keyWords[view.language];
  const title = words.rotateTitle(apiKey.name);
  const options = Object.entries(words.graces).map(([value, label]) => ({ value, label }));
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <section aria-label={title}>
        <PostForm>
          <FormFault form={form} />
          <p>{words.rotateText}</p>
          <Choice form={form} name="graceSeconds" label={words.grace} options={options} />
          <Send view={view} label={words.rotate} />
        </PostForm>
      </section>
    </Layout>
  );
}

export function RemovePage({ view, apiKey }: { view: View; apiKey: ApiKey }) {
  const words = keyWords[view.language];
  const title = words.removeTitle(apiKey.name);
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <section aria-label={title}>
        <p>{words.removeText}</p>
        <PostForm class="row">
          <button type="submit" class="danger">
            {words.remove}
          </button>
          <a class="button" href={`/portal/t/${view.tenantId}/keys/${apiKey.id}`}>
            {frameWords[view.language].cancel}
          </a>
        </PostForm>
      </section>
    </Layout>
  );
}

function Send({ view, label }: { view: View; label?: string | undefined }) {
  return (
    <button type="submit" class="primary">
      {label ?? frameWords[view.language].save}
    </button>
  );
}
