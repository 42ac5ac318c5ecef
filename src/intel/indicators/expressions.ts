import type { Address } from "./url.ts";

const MAX_PATH_PREFIXES = 4;
const MAX_PARENTS = 4;

/**
 * The paths under which a list may have a URL: with its query, without it, and up to four folders from
 * the root down.
 */
export function pathExpressions({ path, query }: Pick<Address, "path" | "query">): string[] {
  const found: string[] = [];
  if (query !== undefined && query !== "") found.push(`${path}?${query}`);
  found.push(path);
  let end = 0;
  for (let prefixes = 0; prefixes < MAX_PATH_PREFIXES && end >= 0; prefixes += 1) {
    const prefix = path.slice(0, end + 1);
    if (prefix !== path) found.push(prefix);
    end = path.indexOf("/", end + 1);
  }
  return found;
}

/**
 * The names above a host up to its registrable domain, the nearest first. Four at most: if there are
 * more, those nearest to the registrable domain.
 */
export function parentNames(host: string, registrable: string | undefined): string[] {
  if (registrable === undefined || host === registrable) return [];
  const found: string[] = [registrable];
  let at = host.length - registrable.length - 1;
  while (found.length < MAX_PARENTS) {
    const dot = host.lastIndexOf(".", at - 1);
    if (dot < 0) break;
    found.unshift(host.slice(dot + 1));
    at = dot;
  }
  return found;
}
