import { MAX_TTL_DAYS, MIN_TTL_DAYS } from "../../certificates/issuer.ts";
import {
  MAX_STRETCH_PERCENT,
  MIN_STRETCH_PERCENT,
  type SettingsChange,
} from "../../fleet/settings-schemas.ts";
import { detailNames } from "../audit/detail-words.ts";
import { Checks, Field } from "../frame/fields.tsx";
import { EditForm } from "../frame/form-page.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { sectionNames } from "../frame/navigation.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { settingsWords } from "./words.ts";

interface SettingsProps {
  view: View;
  form: FormState;
  mayWrite: boolean;
}

/** The settings of a tenant's fleet. A reader who may not change them sees the form locked. */
export function FleetSettingsPage({ view, form, mayWrite }: SettingsProps) {
  const { language } = view;
  const { lead, ...hints } = settingsWords[language];
  const title = sectionNames[language]["fleet-settings"];
  const field = (name: keyof SettingsChange) => {
    return { form, name, label: detailNames[language][name] ?? name, hint: hints[name] };
  };
  const options = [{ value: "yes", label: frameWords[language].yes }];
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
      <section aria-label={title}>
        <EditForm {...{ view, title, form, mayWrite }}>
          <Field
            {...field("certificateDays")}
            type="number"
            required
            min={MIN_TTL_DAYS}
            max={MAX_TTL_DAYS}
          />
          <Field {...field("renewBefore")} type="datetime-local" />
          <Checks {...field("requireNewKey")} options={options} />
          <Field
            {...field("intervalPercent")}
            type="number"
            required
            min={MIN_STRETCH_PERCENT}
            max={MAX_STRETCH_PERCENT}
          />
          <Checks {...field("lockOnConflict")} options={options} />
        </EditForm>
      </section>
    </Layout>
  );
}
