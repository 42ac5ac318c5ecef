import { refuse, type Refusal } from "../../http/index.ts";
import type { FormState } from "./form.ts";
import { OPENED } from "./merge-changed.ts";

/** The hidden mark of the values that a form had when it was opened. */
export function OpenedMark({ form }: { form: FormState }) {
  const mark = form.given(OPENED);
  return mark === undefined ? null : <input type="hidden" name={OPENED} value={mark} />;
}

/**
 * Refuses a form if somebody else has changed its values since it was opened: a form sends every
 * field, so it would undo those changes unseen. `now` is the form as it would be opened now.
 */
export function refuseChanged(sent: FormState, now: FormState | undefined): Refusal | undefined {
  const mark = sent.given(OPENED);
  if (now === undefined || mark === undefined || mark === now.given(OPENED)) return undefined;
  return refuse(412, "version_changed", "Somebody else changed this meanwhile.");
}
