export interface Issue {
  path: PropertyKey[];
  message: string;
  /** For a union: the issues of each of its shapes. */
  errors?: Issue[][];
  /** For the name of a record's entry: what is wrong with the name. */
  issues?: Issue[];
}

/** For a union, the issues of the shape with the fewest: "no shape fits" would help nobody. */
export function nearestIssues(issue: Issue): Issue[] {
  const ofName = issue.issues ?? [];
  if (ofName.length > 0) return ofName.map(({ message }) => ({ path: issue.path, message }));
  const [first, ...others] = issue.errors ?? [];
  if (first === undefined) return [issue];
  const nearest = others.reduce((best, each) => (each.length < best.length ? each : best), first);
  return nearest
    .flatMap(nearestIssues)
    .map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
}
