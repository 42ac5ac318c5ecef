import type { FormState } from "./form.ts";

/** A longer value, or one of several lines, is behind a press. */
const SHORT = 120;

interface NotesProps {
  form: FormState;
  name: string;
  hint?: string | undefined;
  /** The word for a value. */
  say?: ((value: string) => string) | undefined;
}

/**
 * The notes of a field, which are read out with it: what it is for, what is wrong, what it is now.
 */
export function Notes({ form, name, hint, say = (value) => value }: NotesProps) {
  return (
    <>
      {hint === undefined ? null : (
        <small id={`${name}-hint`} class="hint">
          {hint}
        </small>
      )}
      <Fault form={form} name={name} />
      <Now form={form} name={name} say={say} />
    </>
  );
}

function Fault({ form, name }: NotesProps) {
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

/** The value that somebody else has given the field in the meantime. */
function Now({ form: { meanwhile }, name, say }: NotesProps & { say: (value: string) => string }) {
  const theirs = meanwhile?.theirs.get(name);
  if (meanwhile === undefined || theirs === undefined) return null;
  const { standsNow, isTaken } = meanwhile.words;
  const id = `${name}-now`;
  const text = theirs.values.map(say).join(", ") || "–";
  if (!theirs.isTaken && (text.length > SHORT || text.includes("\n"))) {
    return (
      <details class="now">
        <summary id={id}>{standsNow}</summary>
        <pre class="text">{text}</pre>
      </details>
    );
  }
  return (
    <small id={id} class="hint">
      {theirs.isTaken ? isTaken : standsNow} {theirs.isTaken ? null : <code>{text}</code>}
    </small>
  );
}

export function described(form: FormState, name: string, hint: string | undefined) {
  const wrong = form.wrong(name).length > 0;
  const isOvertaken = form.meanwhile?.theirs.has(name) === true;
  const by = [hint !== undefined && "hint", wrong && "fault", isOvertaken && "now"]
    .filter((note) => note !== false)
    .map((note) => `${name}-${note}`)
    .join(" ");
  return {
    ...(by === "" ? {} : { "aria-describedby": by }),
    ...(wrong ? { "aria-invalid": "true" as const } : {}),
  };
}
