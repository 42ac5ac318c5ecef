import type { PropsWithChildren } from "hono/jsx";
import { described, Notes } from "./field-notes.tsx";
import type { FormState } from "./form.ts";

interface FieldProps {
  form: FormState;
  name: string;
  label: string;
  hint?: string | undefined;
}

interface InputProps extends FieldProps {
  type?: "text" | "number" | "url" | "datetime-local" | "search" | "file";
  required?: boolean;
  min?: number;
  max?: number;
  maxlength?: number;
  pattern?: string;
  /** Of a file: which ones are offered. */
  accept?: string;
}

/** A labelled line of text. Its notes are read out with it. */
export function Field({ form, name, label, hint, type = "text", ...more }: InputProps) {
  const { required, min, max, maxlength, pattern, accept } = more;
  const offers = form.offers.get(name) ?? [];
  const list = offers.length === 0 ? undefined : `${name}-offered`;
  return (
    <Row form={form} name={name} label={label} hint={hint}>
      <input
        id={name}
        name={name}
        type={type}
        value={type === "file" ? undefined : form.value(name)}
        autocomplete="off"
        {...{ required, min, max, maxlength, pattern, accept, list }}
        {...described(form, name, hint)}
      />
      {list === undefined ? null : (
        <datalist id={list}>
          {offers.map((offer) => (
            <option value={offer.value}>{offer.label}</option>
          ))}
        </datalist>
      )}
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
    <Row form={form} name={name} label={label} hint={hint}>
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
  required?: boolean;
  /** `isCode`: the value is a name that programs use, and is shown beside the label. */
  options: readonly { value: string; label: string; isCode?: boolean }[];
}

export function Choice({ form, name, label, hint, options, required }: ChoiceProps) {
  const chosen = form.value(name);
  return (
    <Row {...{ form, name, label, hint, say: sayBy(options) }}>
      <select id={name} name={name} {...{ required }} {...described(form, name, hint)}>
        {options.map((option) => (
          <option value={option.value} selected={option.value === chosen}>
            {option.label}
          </option>
        ))}
      </select>
    </Row>
  );
}

/** Boxes under one heading, of which several may be ticked. */
export function Checks({ form, name, label, hint, options }: ChoiceProps) {
  const chosen = form.values(name);
  form.labels.set(name, label);
  const { "aria-invalid": invalid, ...notes } = described(form, name, hint);
  return (
    <fieldset {...notes}>
      <legend>{label}</legend>
      <Notes {...{ form, name, hint, say: sayBy(options) }} />
      {options.map((option, at) => (
        <label class="check">
          <input
            type="checkbox"
            name={name}
            value={option.value}
            checked={chosen.includes(option.value)}
            id={at === 0 ? name : undefined}
            aria-invalid={invalid}
          />
          <span>
            {option.label} {option.isCode ? <code class="chip">{option.value}</code> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function sayBy(options: ChoiceProps["options"]) {
  return (value: string) => options.find((option) => option.value === value)?.label ?? value;
}

type RowProps = PropsWithChildren<FieldProps & { say?: (value: string) => string }>;

function Row({ form, name, label, hint, say, children }: RowProps) {
  form.labels.set(name, label);
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <Notes {...{ form, name, hint, say }} />
      {children}
    </div>
  );
}
