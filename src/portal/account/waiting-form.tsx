import type { PropsWithChildren } from "hono/jsx";
import { Copyable } from "../frame/parts.tsx";
import { LABELS } from "../frame/post-form.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { typedIn } from "./wanted-of.ts";

/** What a proof is wanted for: where it leads, or what was sent without it and waits meanwhile. */
export interface Wanted {
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
}

interface WaitingProps {
  view: View;
  wanted: Wanted;
  label: string;
}

/** A form that was sent too early, to be sent again as it was. */
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

/** What was typed, to be read and copied; only its sender's own answer has it. */
export function Typed({ view, wanted }: { view: View; wanted: Wanted }) {
  const noted = wanted.fields.find(([name]) => name === LABELS)?.[1];
  const labels = new URLSearchParams(noted);
  // What has no label there stood in a button or in no sight. An older page noted none.
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
