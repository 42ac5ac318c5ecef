import type { Context } from "hono";
import { FormState } from "./form.ts";

type Choices = Readonly<Record<string, readonly string[]>>;
type Chosen<C extends Choices> = { [Name in keyof C]: C[Name][number] | undefined };

interface Filter<C extends Choices> {
  form: FormState;
  chosen: Chosen<C>;
}

/**
 * Reads the filter of a list: typed texts, and one of several choices. A choice that does not exist
 * shows all, and its field says so, because people type and cut links.
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
