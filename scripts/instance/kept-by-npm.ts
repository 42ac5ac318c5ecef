/**
 * The option that npm kept for itself because no `--` stood before it. The command would go on
 * without it, and so against another instance than the one that was named.
 */
export function keptByNpm(options: readonly string[], env: NodeJS.ProcessEnv): string | undefined {
  return options.find((name) => env[`npm_config_${name.replaceAll("-", "_")}`] !== undefined);
}
