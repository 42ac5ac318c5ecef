/** The same path with these parameters of its query changed. */
export function withQuery(path: string, changes: Record<string, string | undefined>): string {
  const [pathname = "", search = ""] = path.split("?", 2);
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`;
}
