import type { PropsWithChildren } from "hono/jsx";
import { randomBase62 } from "../../platform/index.ts";
import { BelowFault } from "./form-fault.tsx";
import { markSender, SENDER } from "./form-sender.ts";
import type { FormState } from "./form.ts";
import type { View } from "./view.ts";

const TOKEN_LENGTH = 16;
/** The field that holds the labels of the others, for a page that knows only what was sent. */
export const LABELS = "labels";

export interface PostFormProps {
  view: View;
  /** Its refusal is shown at the head of the form. */
  form?: FormState;
  /**
   * The form state that holds the labels of the fields, if a refusal is shown elsewhere on the
   * page.
   */
  labels?: FormState;
  action?: string;
  class?: string;
  /** For one that brings a file. */
  enctype?: "multipart/form-data" | undefined;
}

/**
 * A form that is carried out only once, however often it is sent (send-once.ts), and only for its
 * reader (form-sender.ts).
 */
export function PostForm(all: PropsWithChildren<PostFormProps>) {
  const { view, form, labels = form, children, ...props } = all;
  return (
    <form method="post" {...props}>
      <input type="hidden" name="once" value={randomBase62(TOKEN_LENGTH)} />
      {view.who === undefined ? null : (
        <input type="hidden" name={SENDER} value={markSender(view.who)} />
      )}
      <BelowFault form={form}>{children}</BelowFault>
      <Labels form={labels} />
    </form>
  );
}

/**
 * Comes after the fields, because they note their labels when rendered. Empty if there are only
 * buttons.
 */
function Labels({ form }: { form: FormState | undefined }) {
  const labels = String(new URLSearchParams([...(form?.labels ?? [])]));
  return <input type="hidden" name={LABELS} value={labels} />;
}
