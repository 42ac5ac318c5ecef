const BASE = "https://portal.invalid";

/**
 * Returns the text if it is a path of the portal, else the first page, so that no form leads away
 * from the portal.
 */
export function localPath(text: string): string {
  if (!URL.canParse(text, BASE)) return "/portal";
  const { origin, pathname, search } = new URL(text, BASE);
  if (origin !== BASE || !/^\/portal(?:\/(?!\/)|$)/.test(pathname)) return "/portal";
  return pathname + search;
}
