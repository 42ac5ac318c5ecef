import { MAX_LABEL } from "../../intel/tenant-lists/schemas.ts";
import { Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import type { View } from "../frame/view.ts";
import { listWords } from "./words.ts";

interface EntryFieldProps {
  view: View;
  form: FormState;
}

/** The set that an entry, or many, belong to. */
export function LabelField({ view, form }: EntryFieldProps) {
  const { label, labelHint } = listWords[view.language];
  return <Field form={form} name="label" label={label} hint={labelHint} maxlength={MAX_LABEL} />;
}

/** Until when an entry, or many, count. */
export function ExpiryField({ view, form }: EntryFieldProps) {
  const { expires, expiresHint } = listWords[view.language];
  return (
    <Field form={form} name="expiresAt" type="datetime-local" label={expires} hint={expiresHint} />
  );
}
