import { FormFault } from "./form-fault.tsx";
import type { FormState } from "./form.ts";
import { Layout } from "./layout.tsx";
import { PostForm } from "./post-form.tsx";
import type { View } from "./view.ts";
import { frameWords } from "./words.ts";

interface ConfirmProps {
  view: View;
  title: string;
  text: string;
  /** What the button does. */
  label: string;
  /** Where the reader goes to cancel. */
  back: string;
  /** The form with the refusal of the first try. */
  form?: FormState | undefined;
}

/** Asks once more before something ends for good. */
export function ConfirmPage({ view, title, text, label, back, form }: ConfirmProps) {
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <section aria-label={title}>
        <p>{text}</p>
        {form === undefined ? null : <FormFault form={form} />}
        <PostForm view={view} class="row">
          <button type="submit" class="danger">
            {label}
          </button>
          <a class="button" href={back}>
            {frameWords[view.language].cancel}
          </a>
        </PostForm>
      </section>
    </Layout>
  );
}
