import type { Child, PropsWithChildren } from "hono/jsx";
import { FormFault } from "./fields.tsx";
import type { FormState } from "./form.ts";
import { Layout } from "./layout.tsx";
import { OpenedMark } from "./refuse-changed.tsx";
import { PostForm } from "./post-form.tsx";
import type { View } from "./view.ts";
import { frameWords } from "./words.ts";

interface FormPageProps {
  view: View;
  title: string;
  form: FormState;
  /** What the button says; that it saves, where nothing is said. */
  label?: string | undefined;
  /** Another part of the page, with a form of its own. */
  below?: Child;
}

/** A page that is one form. */
export function FormPage({
  view,
  title,
  form,
  label = frameWords[view.language].save,
  below,
  children,
}: PropsWithChildren<FormPageProps>) {
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <section aria-label={title}>
        <PostForm>
          <FormFault form={form} />
          <OpenedMark form={form} />
          {children}
          <div class="row">
            <button type="submit" class="primary">
              {label}
            </button>
            <Cancel view={view} />
          </div>
        </PostForm>
      </section>
      {below}
    </Layout>
  );
}

/** Forms lie below the page that leads to them. */
export function Cancel({ view }: { view: View }) {
  const [pathname = ""] = view.path.split("?", 1);
  return (
    <a class="button" href={pathname.slice(0, pathname.lastIndexOf("/"))}>
      {frameWords[view.language].cancel}
    </a>
  );
}
