const VARS = /^\[vars\]\n((?:\w+ = .*\n)*)/m;
const NAME = /^\w+/gm;

/** What wrangler.toml sets: `wrangler dev` takes each of these from the shell, where it has one. */
export function namesOfVars(config: string): string[] {
  return (VARS.exec(config)?.[1] ?? "").match(NAME) ?? [];
}
