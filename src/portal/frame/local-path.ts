const BASE = "https://portal.invalid";

/** A path of the portal as it was given, or its first page: nobody is led away by a form. */
export function localPath(text: string): string {
  if (!URL.canParse(text, BASE)) return "/portal";
  const { origin, pathname, search } = new URL(text, BASE);
  if (origin !== BASE || !/^\/portal(?:\/(?!\/)|$)/.test(pathname)) return "/portal";
  return pathname + search;
}
