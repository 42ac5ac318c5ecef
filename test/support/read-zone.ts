/** The action of each owner of a response policy zone. */
export type Actions = ReadonlyMap<string, string>;

/**
 * What BIND does with a name: the rule of the name itself, else of the wildcard right below its nearest
 * ancestor in the zone, which counts even if it only has names below it (RFC 4592).
 */
export function actionOn(name: string, actions: Actions): string | undefined {
  const there = new Set([...actions.keys()].flatMap(withParents));
  if (there.has(name)) return actions.get(name);
  const encloser = withParents(name).find((one) => there.has(one));
  return encloser === undefined ? undefined : actions.get(`*.${encloser}`);
}

function withParents(name: string): string[] {
  const labels = name.split(".");
  return labels.map((_, at) => labels.slice(at).join("."));
}
