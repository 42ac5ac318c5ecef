/**
 * Finds an option that npm took for itself because no `--` stood before it. Without this check the
 * command would go on without the option: with another instance than the named one, or writing what it
 * should only check.
 */
export function keptByNpm(options: readonly string[], env: NodeJS.ProcessEnv): string | undefined {
  return options.find((name) => env[`npm_config_${name.replaceAll("-", "_")}`] !== undefined);
}
