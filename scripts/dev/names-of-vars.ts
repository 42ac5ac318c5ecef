const VARS = /^\[vars\]\n((?:\w+ = .*\n)*)/m;
const NAME = /^\w+/gm;

/**
 * The names of the variables that wrangler.toml sets. `wrangler dev` takes each of them from the shell,
 * if the shell has it.
 */
export function namesOfVars(config: string): string[] {
  return (VARS.exec(config)?.[1] ?? "").match(NAME) ?? [];
}
