/** The same choice of lines, but for these. */
export function withQuery(path: string, changes: Record<string, string | undefined>): string {
  const [pathname = "", search = ""] = path.split("?", 2);
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`;
}
