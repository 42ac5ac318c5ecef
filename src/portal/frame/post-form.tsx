import type { PropsWithChildren } from "hono/jsx";
import { randomBase62 } from "../../platform/index.ts";
import { BelowFault } from "./form-fault.tsx";
import { markSender, SENDER } from "./form-sender.ts";
import type { FormState } from "./form.ts";
import type { View } from "./view.ts";

const TOKEN_LENGTH = 16;
/** The field that says how the others are called, for a page that knows no more than what was sent. */
export const LABELS = "labels";

export interface PostFormProps {
  view: View;
  /** What it was refused for stands at its head. */
  form?: FormState;
  /** Where its fields have noted what they are called, if it is refused elsewhere on its page. */
  labels?: FormState;
  action?: string;
  class?: string;
  /** For one that brings a file. */
  enctype?: "multipart/form-data" | undefined;
}

/**
 * A form that does what it says once, however often it is sent, and for its reader alone: see
 * send-once.ts and form-sender.ts.
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

/** Behind the fields, which have noted their labels by then; empty where there is nothing but buttons. */
function Labels({ form }: { form: FormState | undefined }) {
  const labels = String(new URLSearchParams([...(form?.labels ?? [])]));
  return <input type="hidden" name={LABELS} value={labels} />;
}
