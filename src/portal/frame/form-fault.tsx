import { html } from "hono/html";
import type { PropsWithChildren } from "hono/jsx";
import type { FormState } from "./form.ts";

type FaultProps = { form: FormState | undefined };

/**
 * Fields with the summary of faults above them. The fields are rendered first, because the summary
 * uses the labels that they note.
 */
export function BelowFault({ form, children }: PropsWithChildren<FaultProps>) {
  if (form?.fault === undefined) return <>{children}</>;
  const fields = html`${children}`;
  return (
    <>
      <FormFault form={form} />
      {fields}
    </>
  );
}

/** The summary of what is wrong. It has the focus, because the form may stand below a long list. */
export function FormFault({ form }: { form: FormState }) {
  const { fault, labels, meanwhile } = form;
  if (fault === undefined) return null;
  const names = new Set([...labels.keys(), ...form.wrongNames]);
  const said = [...names].filter((name) => noteOn(form, name) !== undefined);
  return (
    <div tabindex={-1} autofocus role="alert">
      {fault}
      {said.length === 0 ? null : (
        <ul>
          {said.map((name) => (
            <Named form={form} name={name} />
          ))}
        </ul>
      )}
      {meanwhile === undefined ? null : (
        <p>
          <a href="" target="_blank" rel="noopener">
            {meanwhile.words.seeNow}
          </a>
        </p>
      )}
    </div>
  );
}

/** A fault with a link to its field. A fault of no field on the page has no link. */
function Named({ form, name }: { form: FormState; name: string }) {
  const label = form.labels.get(name);
  const note = noteOn(form, name);
  if (label === undefined) return <li>{note}</li>;
  return (
    <li>
      <a href={`#${name}`}>
        {label}: {note}
      </a>
    </li>
  );
}

function noteOn(form: FormState, name: string): string | undefined {
  const [wrong] = form.wrong(name);
  const theirs = form.meanwhile?.theirs.get(name);
  if (wrong !== undefined || theirs === undefined) return wrong;
  return theirs.isTaken ? form.meanwhile?.words.isTaken : form.meanwhile?.words.bothChanged;
}
