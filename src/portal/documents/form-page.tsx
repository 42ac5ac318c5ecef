import { MAX_TEXT } from "../../ai/documents/limits.ts";
import { Area, Checks, Choice, Field } from "../frame/fields.tsx";
import { FormPage } from "../frame/form-page.tsx";
import type { FormState } from "../frame/form.ts";
import type { View } from "../frame/view.ts";
import { CHOSEN } from "./type-of-file.ts";
import { documentWords } from "./words.ts";

/** Called as the API calls it, so that what is wrong with it is said there. */
export const FILE = "contentBase64";

interface FormProps {
  view: View;
  form: FormState;
  /** Who may be let find the document. */
  finders: readonly { value: string; label: string }[];
}

export function DocumentFormPage({ view, form, finders }: FormProps) {
  const words = documentWords[view.language];
  const languages = Object.entries(words.languages).map(([value, label]) => ({ value, label }));
  return (
    <FormPage
      view={view}
      title={words.create}
      form={form}
      label={words.create}
      enctype="multipart/form-data"
    >
      <Field form={form} name="title" label={words.name} required maxlength={300} />
      <Field
        form={form}
        name="source"
        label={words.source}
        hint={words.sourceHint}
        required
        maxlength={120}
      />
      <Field
        form={form}
        name="url"
        type="url"
        label={words.url}
        hint={words.urlHint}
        maxlength={2000}
      />
      <Area
        form={form}
        name="text"
        label={words.text}
        hint={words.textHint}
        rows={14}
        maxlength={MAX_TEXT}
      />
      <Field
        form={form}
        name={FILE}
        type="file"
        label={words.file}
        hint={words.fileHint(CHOSEN)}
        accept={CHOSEN}
      />
      <Choice form={form} name="language" label={words.language} options={languages} />
      <Field form={form} name="tags" label={words.tags} hint={words.tagsHint} />
      <Checks
        form={form}
        name="acl"
        label={words.finders}
        hint={words.findersHint}
        options={finders}
      />
    </FormPage>
  );
}
