/** What we use of the cache of a data centre. */
export type EdgeCache = Pick<Cache, "match" | "put">;

/** What the cache holds; nothing if it fails, because it only makes things faster. */
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
    // Then the next reader asks the store.
  }
}
