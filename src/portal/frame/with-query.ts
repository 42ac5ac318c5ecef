/** A path without its query. */
export function bareOf(path: string): string {
  return path.split("?", 1)[0] ?? path;
}

/** The query of a path, with its `?`. A value in it may have further question marks. */
export function queryOf(path: string): string {
  return path.slice(bareOf(path).length);
}

/** The same path with these parameters of its query changed. */
export function withQuery(path: string, changes: Record<string, string | undefined>): string {
  const query = new URLSearchParams(queryOf(path));
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return query.size === 0 ? bareOf(path) : `${bareOf(path)}?${query.toString()}`;
}

/** The file of the list at the path, with these parameters of its query changed. */
export function fileOf(path: string, changes: Record<string, string | undefined>): string {
  return withQuery(path, changes).replace(/(?=\?|$)/, ".csv");
}
