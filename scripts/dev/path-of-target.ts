const ABSOLUTE = /^https?:\/\//i;

/**
 * The path that a request target means, as the runtime behind reads it; undefined when it is no URL.
 */
export function pathOfTarget(target: string): string | undefined {
  const url = target.startsWith("/") ? `https://localhost${target}` : target;
  return ABSOLUTE.test(url) ? URL.parse(url)?.pathname : undefined;
}
