import { MAX_TEXT } from "../../ai/documents/schemas.ts";
import { Area, Choice, Field, FormFault } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { PostForm } from "../frame/post-form.tsx";
import type { View } from "../frame/view.ts";
import { documentWords } from "./words.ts";

export function DocumentFormPage({ view, form }: { view: View; form: FormState }) {
  const words = documentWords[view.language];
  const languages = Object.entries(words.languages).map(([value, label]) => ({ value, label }));
  return (
    <Layout view={view} title={words.create}>
      <h1>{words.create}</h1>
      <section aria-label={words.create}>
        <PostForm>
          <FormFault form={form} />
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
            required
            maxlength={MAX_TEXT}
          />
          <Choice form={form} name="language" label={words.language} options={languages} />
          <Field form={form} name="tags" label={words.tags} hint={words.tagsHint} />
          <button type="submit" class="primary">
            {words.create}
          </button>
        </PostForm>
      </section>
    </Layout>
  );
}
