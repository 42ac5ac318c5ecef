/** The part of a data centre's cache that is used here; what it keeps has a name of its own. */
export interface EdgeCache {
  match: (name: string) => Promise<Response | undefined>;
  put: (name: string, kept: Response) => Promise<void>;
}

/** Where no host of the Worker's is known. */
const NO_HOST = "https://rampart.invalid";

/** Of a host that is not the Worker's the platform asks DNS first, each time. */
export function edgeCacheOf({ AGENT_BASE_URL }: Pick<Cloudflare.Env, "AGENT_BASE_URL">): EdgeCache {
  const at = (name: string) => `${AGENT_BASE_URL || NO_HOST}/kept/${name}`;
  return {
    match: async (name) => caches.default.match(at(name)),
    put: async (name, kept) => caches.default.put(at(name), kept),
  };
}

/** What the cache has; where it fails it has nothing, for it only spares a longer way. */
export async function recallNear(cache: EdgeCache, name: string): Promise<ArrayBuffer | undefined> {
  try {
    return await (await cache.match(name))?.arrayBuffer();
  } catch {
    return undefined;
  }
}

export async function keepNear(
  cache: EdgeCache,
  name: string,
  bytes: ArrayBuffer | Uint8Array,
  seconds: number,
): Promise<void> {
  const headers = { "cache-control": `max-age=${seconds}` };
  try {
    await cache.put(name, new Response(bytes, { headers }));
  } catch {
    // The next one goes the longer way.
  }
}
