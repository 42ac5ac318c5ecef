const ABSOLUTE = /^https?:\/\//i;

/**
 * Returns the path that a request target means, as the runtime behind reads it; undefined if it is no
 * URL.
 */
export function pathOfTarget(target: string): string | undefined {
  const url = target.startsWith("/") ? `https://localhost${target}` : target;
  return ABSOLUTE.test(url) ? URL.parse(url)?.pathname : undefined;
}
