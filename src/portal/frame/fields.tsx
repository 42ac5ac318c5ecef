import type { PropsWithChildren } from "hono/jsx";
import type { FormState } from "./form.ts";

interface FieldProps {
  form: FormState;
  name: string;
  label: string;
  hint?: string;
}

interface InputProps extends FieldProps {
  type?: "text" | "number" | "url" | "datetime-local" | "search";
  required?: boolean;
  min?: number;
  max?: number;
  maxlength?: number;
  pattern?: string;
}

/** A labelled line of text; its note and its fault are read out with it. */
export function Field({ form, name, label, hint, type = "text", ...more }: InputProps) {
  const { required, min, max, maxlength, pattern } = more;
  return (
    <Row form={form} name={name} label={label} {...(hint === undefined ? {} : { hint })}>
      <input
        id={name}
        name={name}
        type={type}
        value={form.value(name)}
        autocomplete="off"
        {...{ required, min, max, maxlength, pattern }}
        {...described(form, name, hint)}
      />
    </Row>
  );
}

interface AreaProps extends FieldProps {
  rows?: number;
  required?: boolean;
  maxlength?: number;
}

export function Area({ form, name, label, hint, rows = 4, required, maxlength }: AreaProps) {
  return (
    <Row form={form} name={name} label={label} {...(hint === undefined ? {} : { hint })}>
      <textarea
        id={name}
        name={name}
        rows={rows}
        spellcheck={false}
        {...{ required, maxlength }}
        {...described(form, name, hint)}
      >
        {form.value(name)}
      </textarea>
    </Row>
  );
}

interface ChoiceProps extends FieldProps {
  options: readonly { value: string; label: string }[];
}

export function Choice({ form, name, label, hint, options }: ChoiceProps) {
  const chosen = form.value(name);
  return (
    <Row form={form} name={name} label={label} {...(hint === undefined ? {} : { hint })}>
      <select id={name} name={name} {...described(form, name, hint)}>
        {options.map((option) => (
          <option value={option.value} selected={option.value === chosen}>
            {option.label}
          </option>
        ))}
      </select>
    </Row>
  );
}

/** Several of a few: boxes under one heading. */
export function Checks({ form, name, label, hint, options }: ChoiceProps) {
  const chosen = form.values(name);
  return (
    <fieldset {...described(form, name, hint)}>
      <legend>{label}</legend>
      {hint === undefined ? null : <Hint name={name}>{hint}</Hint>}
      <Fault form={form} name={name} />
      {options.map((option) => (
        <label class="check">
          <input
            type="checkbox"
            name={name}
            value={option.value}
            checked={chosen.includes(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

/** What is wrong with the form as a whole. It has the focus: the form may stand below a long list. */
export function FormFault({ form }: { form: FormState }) {
  const { fault, newer } = form;
  if (fault === undefined) return null;
  return (
    <p tabindex={-1} autofocus role="alert">
      {fault}
      {newer === undefined ? null : <Newer>{newer}</Newer>}
    </p>
  );
}

/** The address of the page itself, beside it, so that what was typed can still be read. */
function Newer({ children }: PropsWithChildren) {
  return (
    <>
      {" "}
      <a href="" target="_blank" rel="noopener">
        {children}
      </a>
    </>
  );
}

function Row({ form, name, label, hint, children }: PropsWithChildren<FieldProps>) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint === undefined ? null : <Hint name={name}>{hint}</Hint>}
      <Fault form={form} name={name} />
      {children}
    </div>
  );
}

function Hint({ name, children }: PropsWithChildren<{ name: string }>) {
  return (
    <small id={`${name}-hint`} class="hint">
      {children}
    </small>
  );
}

function Fault({ form, name }: Pick<FieldProps, "form" | "name">) {
  const [first, ...others] = form.wrong(name);
  if (first === undefined) return null;
  return (
    <strong id={`${name}-fault`} class="fault">
      {first}
      {others.map((why) => (
        <>
          <br />
          {why}
        </>
      ))}
    </strong>
  );
}

function described(form: FormState, name: string, hint: string | undefined) {
  const wrong = form.wrong(name).length > 0;
  const ids = [hint === undefined ? "" : `${name}-hint`, wrong ? `${name}-fault` : ""];
  const by = ids.filter((id) => id !== "").join(" ");
  return {
    ...(by === "" ? {} : { "aria-describedby": by }),
    ...(wrong ? { "aria-invalid": "true" as const } : {}),
  };
}
