import type { PropsWithChildren } from "hono/jsx";

/** What a proof is wanted for: where it leads, or what was sent without it and waits meanwhile. */
export interface Wanted {
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
}

/** A form that was sent too early, to be sent again as it was. */
export function WaitingForm({
  wanted,
  label,
  children,
}: PropsWithChildren<{ wanted: Wanted; label: string }>) {
  return (
    <form method="post" action={wanted.action}>
      <Fields wanted={wanted} />
      <p>{children}</p>
      <button type="submit">{label}</button>
    </form>
  );
}

export function Fields({ wanted }: { wanted: Wanted }) {
  return wanted.fields.map(([name, value]) => <input type="hidden" name={name} value={value} />);
}
