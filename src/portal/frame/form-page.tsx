import type { Child, PropsWithChildren } from "hono/jsx";
import type { FormState } from "./form.ts";
import { Layout, type LayoutProps } from "./layout.tsx";
import { OpenedMark } from "./refuse-changed.tsx";
import { PostForm, type PostFormProps } from "./post-form.tsx";
import type { View } from "./view.ts";
import { frameWords } from "./words.ts";
import { bareOf } from "./with-query.ts";

interface FormPageProps {
  view: View;
  title: string;
  form: FormState;
  /** The label of the button; without it the button says that it saves. */
  label?: string | undefined;
  enctype?: PostFormProps["enctype"];
  /** Another part of the page, with a form of its own. */
  below?: Child;
  above?: LayoutProps["above"];
}

/** A page that is one form. */
export function FormPage({ below, above, children, ...form }: PropsWithChildren<FormPageProps>) {
  const { view, title } = form;
  return (
    <Layout view={view} title={title} {...{ above }}>
      <h1>{title}</h1>
      <section aria-label={title}>
        <EditForm {...form}>{children}</EditForm>
      </section>
      {below}
    </Layout>
  );
}

type EditFormProps = Omit<FormPageProps, "below" | "above"> & { mayWrite?: boolean };

/** The form of the page. A reader who may not change it sees it locked. */
export function EditForm({
  view,
  title,
  form,
  label = frameWords[view.language].save,
  enctype,
  mayWrite = true,
  children,
}: PropsWithChildren<EditFormProps>) {
  if (!mayWrite) {
    return (
      <fieldset disabled>
        <legend class="hidden">{title}</legend>
        {children}
      </fieldset>
    );
  }
  return (
    <PostForm view={view} form={form} enctype={enctype}>
      <OpenedMark form={form} />
      {children}
      <div class="row">
        <button type="submit" class="primary">
          {label}
        </button>
        <Cancel view={view} />
      </div>
    </PostForm>
  );
}

/** A link to the page above, whose address is one segment shorter. */
function Cancel({ view }: { view: View }) {
  const pathname = bareOf(view.path);
  return (
    <a class="button" href={pathname.slice(0, pathname.lastIndexOf("/"))}>
      {frameWords[view.language].cancel}
    </a>
  );
}
