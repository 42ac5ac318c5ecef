import { refuse, type Refusal } from "../../http/index.ts";
import type { FormState } from "./form.ts";
import { OPENED } from "./merge-changed.ts";

/** In a form that changes what is there: the mark of what stood in it when it was opened. */
export function OpenedMark({ form }: { form: FormState }) {
  const mark = form.given(OPENED);
  return mark === undefined ? null : <input type="hidden" name={OPENED} value={mark} />;
}

/**
 * A form sends every field, so of two who opened it the second would undo unseen what the first
 * did. `now` is the form as it would be opened now; `FormState.refused` shows it beside.
 */
export function refuseChanged(sent: FormState, now: FormState | undefined): Refusal | undefined {
  const mark = sent.given(OPENED);
  if (now === undefined || mark === undefined || mark === now.given(OPENED)) return undefined;
  return refuse(412, "version_changed", "Somebody else changed this meanwhile.");
}
