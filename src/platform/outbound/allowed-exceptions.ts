declare global {
  namespace Cloudflare {
    interface Env {
      /** Addresses that the guard lets through, such as `http://localhost:*`; empty when deployed. */
      WEBHOOKS_ALLOW?: string;
    }
  }
}

const LOCAL = new Set(["development", "test"]);

/** Whether the setting names this address. The port may be `*`; nothing else is a wildcard. */
export function isException(env: Cloudflare.Env, url: URL): boolean {
  return exceptionsOf(env).some((pattern) => {
    const [, scheme, host, port] = /^(https?):\/\/([^:/]+)(?::(\*|\d+))?$/.exec(pattern) ?? [];
    if (`${scheme}:` !== url.protocol || host !== url.hostname) return false;
    return port === "*" || (port ?? "") === url.port;
  });
}

/** A deployed Worker must have no exceptions; if it has, it calls nobody at all. */
export function isMisconfigured(env: Cloudflare.Env): boolean {
  return exceptionsOf(env).length > 0 && !LOCAL.has(env.ENVIRONMENT);
}

function exceptionsOf(env: Cloudflare.Env): string[] {
  return (env.WEBHOOKS_ALLOW ?? "").split(/[\s,]+/).filter((pattern) => pattern !== "");
}
