const LOOPBACK = ["localhost", "127.0.0.1", "::1"];

/**
 * The settings that keep calls to this machine from a proxy that the shell names. With
 * `NODE_USE_ENV_PROXY` set, every call would go to the proxy.
 */
export function spareLoopback(env: NodeJS.ProcessEnv): Record<"NO_PROXY" | "no_proxy", string> {
  const named = env["no_proxy"] || env["NO_PROXY"];
  // An asterisk excepts all hosts, but only if it stands alone.
  const spared = named === "*" ? named : [...(named ? [named] : []), ...LOOPBACK].join(",");
  return { NO_PROXY: spared, no_proxy: spared };
}
