/** The part of a data centre's cache that is used here. */
export type EdgeCache = Pick<Cache, "match" | "put">;

/** What the cache has; where it fails it has nothing, for it only spares a longer way. */
export async function recallNear(
  cache: EdgeCache,
  address: string,
): Promise<ArrayBuffer | undefined> {
  try {
    return await (await cache.match(address))?.arrayBuffer();
  } catch {
    return undefined;
  }
}

export async function keepNear(
  cache: EdgeCache,
  address: string,
  bytes: ArrayBuffer | Uint8Array,
  seconds: number,
): Promise<void> {
  const headers = { "cache-control": `max-age=${seconds}` };
  try {
    await cache.put(address, new Response(bytes, { headers }));
  } catch {
    // The next one goes the longer way.
  }
}
