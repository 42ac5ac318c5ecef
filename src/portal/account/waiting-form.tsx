import type { View } from "../frame/view.ts";
import { accountWords } from "./words.ts";

/** What a proof is wanted for: where it leads, or what was sent without it and waits meanwhile. */
export interface Wanted {
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
}

/** A form that was sent too early, to be sent again as it was. */
export function WaitingForm({ view, wanted }: { view: View; wanted: Wanted }) {
  const words = accountWords[view.language];
  return (
    <form method="post" action={wanted.action}>
      <Fields wanted={wanted} />
      <p>{words.stepKept}</p>
      <button type="submit">{words.stepSend}</button>
    </form>
  );
}

export function Fields({ wanted }: { wanted: Wanted }) {
  return wanted.fields.map(([name, value]) => <input type="hidden" name={name} value={value} />);
}
