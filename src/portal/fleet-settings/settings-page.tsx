import { MAX_TTL_DAYS, MIN_TTL_DAYS } from "../../certificates/issuer.ts";
import { MAX_STRETCH_PERCENT, MIN_STRETCH_PERCENT } from "../../fleet/settings-schemas.ts";
import { detailNames } from "../audit/detail-words.ts";
import { Checks, Field } from "../frame/fields.tsx";
import { EditForm } from "../frame/form-page.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { settingsWords } from "./words.ts";

interface SettingsProps {
  view: View;
  form: FormState;
  mayWrite: boolean;
}

/** How a tenant's agents are treated; who may only read finds the form locked. */
export function FleetSettingsPage({ view, form, mayWrite }: SettingsProps) {
  const { title, lead } = settingsWords[view.language];
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
      <section aria-label={title}>
        <EditForm {...{ view, title, form, mayWrite }}>
          <Renewal view={view} form={form} />
          <Conduct view={view} form={form} />
        </EditForm>
      </section>
    </Layout>
  );
}

type PartProps = Pick<SettingsProps, "view" | "form">;

function Renewal({ view, form }: PartProps) {
  const words = settingsWords[view.language];
  const days = [MIN_TTL_DAYS, MAX_TTL_DAYS] as const;
  return (
    <>
      <Field
        {...labelled(view, form, "certificateDays")}
        type="number"
        required
        min={days[0]}
        max={days[1]}
        hint={words.certificateDays(...sayBounds(view, days))}
      />
      <Field
        {...labelled(view, form, "renewBefore")}
        type="datetime-local"
        hint={words.renewBefore}
      />
      <Switch view={view} form={form} name="requireNewKey" />
    </>
  );
}

function Conduct({ view, form }: PartProps) {
  const words = settingsWords[view.language];
  const percent = [MIN_STRETCH_PERCENT, MAX_STRETCH_PERCENT] as const;
  return (
    <>
      <Field
        {...labelled(view, form, "intervalPercent")}
        type="number"
        required
        min={percent[0]}
        max={percent[1]}
        hint={words.intervalPercent(...sayBounds(view, percent))}
      />
      <Switch view={view} form={form} name="lockOnConflict" />
    </>
  );
}

function Switch(props: PartProps & { name: "requireNewKey" | "lockOnConflict" }) {
  const { view, form, name } = props;
  const options = [{ value: "yes", label: frameWords[view.language].yes }];
  const hint = settingsWords[view.language][name];
  return <Checks {...labelled(view, form, name)} hint={hint} options={options} />;
}

/** Called as the audit log calls it. */
function labelled({ language }: View, form: FormState, name: string) {
  return { form, name, label: detailNames[language][name] ?? name };
}

function sayBounds({ language }: View, [least, most]: readonly [number, number]) {
  return [sayNumber(language, least), sayNumber(language, most)] as const;
}
