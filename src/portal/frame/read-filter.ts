import type { Context } from "hono";
import { FormState } from "./form.ts";

type Choices = Readonly<Record<string, readonly string[]>>;
type Chosen<C extends Choices> = { [Name in keyof C]: C[Name][number] | undefined };

interface Filter<C extends Choices> {
  form: FormState;
  chosen: Chosen<C>;
}

/**
 * What a list is asked to show: what is typed, and what is chosen among so many. A choice that is
 * none of them shows all, as its field then says: links are typed and cut by people.
 */
export function readFilter<C extends Choices>(
  c: Context,
  typed: readonly string[],
  choices: C,
): Filter<C> {
  const asked = c.req.query();
  const chosen = Object.entries(choices).map(
    ([name, values]) => [name, values.find((value) => value === asked[name]?.trim())] as const,
  );
  const fields = [...typed.map((name) => [name, asked[name]] as const), ...chosen];
  const form = new FormState(Object.fromEntries(fields.map(([name, text = ""]) => [name, text])));
  return { form, chosen: Object.fromEntries(chosen) as Chosen<C> };
}
