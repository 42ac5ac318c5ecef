import { EditForm } from "../frame/form-page.tsx";
import { KINDS, SEVERITIES } from "../../dictionaries/schemas.ts";
import type { Dictionary } from "../../dictionaries/answers.ts";
import { HistoryLink } from "../audit/history-link.tsx";
import { Area, Checks, Choice, Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { dictionariesPath } from "./dictionaries-path.ts";
import { FOR_ALL, FOR_ONE } from "./read-dictionary-form.ts";
import { dictionaryWords, kindWords, severityWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface FormProps {
  view: View;
  form: FormState;
  dictionary?: Dictionary;
  mayWrite: boolean;
}

/** The form of a new or an existing dictionary. A reader who may not change it sees it locked. */
export function DictionaryFormPage({ view, form, dictionary, mayWrite }: FormProps) {
  const words = dictionaryWords[view.language];
  const title = titleOf(view, dictionary, mayWrite);
  const path = `${dictionariesPath(view.tenantId)}/${dictionary?.id}`;
  return (
    <Layout view={view} title={title}>
      <div class="row between">
        <h1>{title}</h1>
        {dictionary !== undefined && mayWrite ? (
          <a class="button danger" href={`${path}/delete`}>
            {words.remove}
          </a>
        ) : null}
      </div>
      <section aria-label={title}>
        {dictionary?.tenantId === null ? <p class="soft">{words.globalText}</p> : null}
        <EditForm
          {...{ view, title, form, mayWrite }}
          label={dictionary === undefined ? words.create : undefined}
        >
          {dictionary === undefined && view.tenantId === undefined ? (
            <Audience view={view} form={form} />
          ) : null}
          <About view={view} form={form} />
          <Use view={view} form={form} />
        </EditForm>
      </section>
      {dictionary !== undefined && (dictionary.tenantId ?? undefined) === view.tenantId ? (
        <HistoryLink view={view} id={dictionary.id} />
      ) : null}
    </Layout>
  );
}

function titleOf(view: View, dictionary: Dictionary | undefined, mayWrite: boolean): string {
  const words = dictionaryWords[view.language];
  if (dictionary === undefined) return words.create;
  const name = sayName(dictionary.name);
  return mayWrite ? words.edit(name) : name;
}

type PartProps = Pick<FormProps, "view" | "form">;

/** Asks an operator for whom a new dictionary is. */
function Audience({ view, form }: PartProps) {
  const words = dictionaryWords[view.language];
  const options = [
    { value: "", label: words.choose },
    { value: FOR_ALL, label: words.global },
    { value: FOR_ONE, label: words.forOne },
  ];
  return (
    <>
      <Choice form={form} name="for" label={words.scope} options={options} required />
      <Field
        form={form}
        name="tenantId"
        label={frameWords[view.language].tenantSections}
        hint={words.tenantHint}
        maxlength={64}
      />
    </>
  );
}

function About({ view, form }: PartProps) {
  const words = dictionaryWords[view.language];
  const kinds = KINDS.map((kind) => ({ value: kind, label: kindWords[view.language][kind] }));
  const severities = SEVERITIES.map((severity) => ({
    value: severity,
    label: severityWords[view.language][severity],
  }));
  return (
    <>
      <Field
        form={form}
        name="name"
        label={words.name}
        hint={words.nameHint}
        required
        maxlength={120}
      />
      <Area form={form} name="description" label={words.description} rows={2} />
      <Choice form={form} name="kind" label={words.kind} options={kinds} />
      <Area form={form} name="entries" label={words.entries} hint={words.entriesHint} rows={12} />
      <Choice form={form} name="severity" label={words.severity} options={severities} />
    </>
  );
}

function Use({ view, form }: PartProps) {
  const words = dictionaryWords[view.language];
  const targets = (["agents", "inspection"] as const).map((value) => ({
    value,
    label: words.targets[value],
  }));
  const enabled = [{ value: "yes", label: frameWords[view.language].yes }];
  return (
    <>
      <Checks form={form} name="appliesTo" label={words.appliesTo} options={targets} />
      <Checks form={form} name="enabled" label={words.enabled} options={enabled} />
      <Field form={form} name="language" label={words.language} hint={words.languageHint} />
      <Field form={form} name="tags" label={words.tags} hint={words.tagsHint} />
    </>
  );
}
