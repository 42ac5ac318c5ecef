import { html } from "hono/html";
import type { PropsWithChildren } from "hono/jsx";
import type { FormState } from "./form.ts";

type FaultProps = { form: FormState | undefined };

/**
 * Fields below what is wrong with them. They are written first, because what is wrong with a field is
 * said by its label.
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

/** What is wrong with the form as a whole. It has the focus: the form may stand below a long list. */
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

/** A way to the field; what the page has no field for is said all the same. */
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
