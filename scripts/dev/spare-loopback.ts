const LOOPBACK = ["localhost", "127.0.0.1", "::1"];

/**
 * What a proxy that the shell names does not get: on a machine whose `NODE_USE_ENV_PROXY` sends every
 * call there, our own would go astray.
 */
export function spareLoopback(env: NodeJS.ProcessEnv): Record<"NO_PROXY" | "no_proxy", string> {
  const named = env["no_proxy"] || env["NO_PROXY"];
  // An asterisk spares all there is, but only by itself.
  const spared = named === "*" ? named : [...(named ? [named] : []), ...LOOPBACK].join(",");
  return { NO_PROXY: spared, no_proxy: spared };
}
