import { MODULES, type Module } from "../../tenants/gate/modules.ts";
import type { ApiKey } from "../../tenants/api-keys/answers.ts";
import { Area, Checks, Choice, Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { FormPage } from "../frame/form-page.tsx";
import { Copyable } from "../frame/parts.tsx";
import { RevealPage } from "../frame/reveal-page.tsx";
import { sayExample } from "../frame/say-call.ts";
import type { View } from "../frame/view.ts";
import { tryWords } from "../try/words.ts";
import { FirewallLists } from "./firewall-lists.tsx";
import { keyWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface FormProps {
  view: View;
  form: FormState;
}

/** The form of a new or an existing key. */
export function KeyFormPage({ view, form, apiKey }: FormProps & { apiKey?: ApiKey }) {
  const words = keyWords[view.language];
  const title = apiKey === undefined ? words.create : words.editTitle(sayName(apiKey.name));
  const label = apiKey === undefined ? words.create : undefined;
  const above = apiKey && keyAbove(view, apiKey);
  const { about } = tryWords[view.language];
  const scopes = MODULES.map((value) => ({ value, label: about[value], isCode: true }));
  return (
    <FormPage view={view} title={title} form={form} label={label} above={above}>
      <NameField view={view} form={form} />
      <Checks
        form={form}
        name="scopes"
        label={words.scopes}
        hint={words.scopesHint}
        options={scopes}
      />
      <Field
        form={form}
        name="expiresAt"
        type="datetime-local"
        label={words.expires}
        hint={words.expiresHint}
      />
      <Field
        form={form}
        name="monthlyCap"
        type="number"
        min={1}
        label={words.cap}
        hint={words.capHint}
      />
      <Area
        form={form}
        name="allowedAddresses"
        label={words.addresses}
        hint={words.addressesHint}
      />
      <Area form={form} name="note" label={words.note} rows={2} maxlength={500} />
    </FormPage>
  );
}

/** The name of a credential; a new one is named after what will use it. */
export function NameField({ view, form }: FormProps) {
  const { name, nameHint } = keyWords[view.language];
  return <Field form={form} name="name" label={name} hint={nameHint} required maxlength={120} />;
}

interface RevealProps {
  view: View;
  id: string;
  apiKey: string;
  scopes: readonly Module[];
  origin: string;
}

export function KeyRevealPage({ view, id, apiKey, scopes, origin }: RevealProps) {
  const words = keyWords[view.language];
  const [module = "urlsearch"] = scopes;
  const call = sayExample(module, { origin, tenantId: view.tenantId ?? "", key: apiKey });
  return (
    <RevealPage
      view={view}
      title={words.madeTitle}
      path={`/portal/t/${view.tenantId}/keys/${id}`}
      label={words.toKey}
    >
      <Copyable view={view} label={words.keyLabel} text={apiKey} />
      <h2>{words.callLabel}</h2>
      <Copyable view={view} label={words.callLabel} text={call} />
      <FirewallLists {...{ view, origin, scopes }} />
    </RevealPage>
  );
}

export function RotatePage({ view, form, apiKey }: FormProps & { apiKey: ApiKey }) {
  const words = keyWords[view.language];
  const title = words.rotateTitle(sayName(apiKey.name));
  const options = Object.entries(words.graces).map(([value, label]) => ({ value, label }));
  return (
    <FormPage
      view={view}
      title={title}
      form={form}
      label={words.rotate}
      above={keyAbove(view, apiKey)}
    >
      {apiKey.replacedBy === null ? <p>{words.rotateText}</p> : null}
      <Choice form={form} name="graceSeconds" label={words.grace} options={options} />
    </FormPage>
  );
}

/** The way back to the key. */
function keyAbove({ tenantId }: View, { id, name }: ApiKey) {
  return { href: `/portal/t/${tenantId}/keys/${id}`, name: sayName(name) };
}
