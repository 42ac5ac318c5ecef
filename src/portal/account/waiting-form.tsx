import type { PropsWithChildren } from "hono/jsx";
import { Copyable } from "../frame/parts.tsx";
import { LABELS } from "../frame/post-form.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { typedIn } from "./wanted-of.ts";

/** What a proof is wanted for: the address to go to, or a form that waits, with its fields. */
export interface Wanted {
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
}

interface WaitingProps {
  view: View;
  wanted: Wanted;
  label: string;
}

/** Holds a form that was sent too early, so that it can be sent again as it was. */
export function WaitingForm({ view, wanted, label, children }: PropsWithChildren<WaitingProps>) {
  return (
    <>
      <form method="post" action={wanted.action}>
        <Fields wanted={wanted} />
        <p>{children}</p>
        <button type="submit">{label}</button>
      </form>
      <Typed view={view} wanted={wanted} />
    </>
  );
}

export function Fields({ wanted }: { wanted: Wanted }) {
  return wanted.fields.map(([name, value]) => <input type="hidden" name={name} value={value} />);
}

/** Shows what was typed, so that it can be copied. Only the answer to the form holds it. */
export function Typed({ view, wanted }: { view: View; wanted: Wanted }) {
  const noted = wanted.fields.find(([name]) => name === LABELS)?.[1];
  const labels = new URLSearchParams(noted);
  // A field without a label was a button or hidden. Forms of an older version send no labels.
  const typed = typedIn(wanted).filter(([name]) => noted === undefined || labels.has(name));
  if (typed.length === 0) return null;
  return (
    <details>
      <summary>{frameWords[view.language].typed}</summary>
      {typed.map(([name, value]) => {
        const label = labels.get(name) ?? name;
        return (
          <>
            <p class="soft">{label}</p>
            <Copyable view={view} label={label} text={value} />
          </>
        );
      })}
    </details>
  );
}
