import type { PropsWithChildren } from "hono/jsx";
import { LOOKUP_TYPES, type LookupModule } from "../../intel/lookup-types.ts";
import type { Verdict } from "../../intel/lookup/verdict.ts";
import { MODULES, type Module } from "../../tenants/gate/modules.ts";
import { Choice, Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { Tabs } from "../frame/tabs.tsx";
import { indicatorWords } from "../sources/indicator-words.ts";
import type { View } from "../frame/view.ts";
import { LookupVerdict } from "./lookup-verdict.tsx";
import { moduleWords } from "./module-words.ts";
import { tryWords } from "./words.ts";

/** What all modules' pages share. */
export function TryFrame({
  view,
  module,
  children,
}: PropsWithChildren<{ view: View; module: Module }>) {
  const words = tryWords[view.language];
  const tabs = MODULES.map((name) => ({
    name: moduleWords[view.language][name],
    href: `/portal/t/${view.tenantId}/try/${name}`,
    current: name === module,
  }));
  return (
    <Layout view={view} title={`${words.title}: ${moduleWords[view.language][module]}`}>
      <h1>{words.title}</h1>
      <p class="lead">{words.text}</p>
      <Tabs label={words.modules} tabs={tabs} />
      {children}
    </Layout>
  );
}

interface LookupProps {
  view: View;
  module: LookupModule;
  form: FormState;
  origin: string;
  verdict?: Verdict;
  /** The host of the page that was looked up. */
  host?: string | undefined;
}

export function TryLookupPage({ view, module, form, origin, verdict, host }: LookupProps) {
  const words = tryWords[view.language];
  // A network is told by its AS, so nobody has to choose.
  const types = module === "ipsearch" ? [] : LOOKUP_TYPES[module];
  const kinds = types.map((value) => ({ value, label: indicatorWords[view.language][value] }));
  const told = module === "darkweb" ? [{ value: "", label: words.asItLooks }] : [];
  return (
    <TryFrame view={view} module={module}>
      <section aria-label={moduleWords[view.language][module]}>
        <h2>{words.about[module]}</h2>
        <PostForm view={view} action={`/portal/t/${view.tenantId}/try/${module}`} form={form}>
          <Field
            form={form}
            name="value"
            label={words.value}
            hint={words.hints[module]}
            required
            maxlength={2048}
          />
          {types.length < 2 ? null : (
            <Choice form={form} name="type" label={words.type} options={[...told, ...kinds]} />
          )}
          <button type="submit" class="primary">
            {words.send}
          </button>
        </PostForm>
      </section>
      {verdict === undefined ? null : (
        <LookupVerdict {...{ view, module, verdict, host, origin }} />
      )}
    </TryFrame>
  );
}
