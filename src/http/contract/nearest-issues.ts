export interface Issue {
  path: PropertyKey[];
  message: string;
  /** Of what may have one of several shapes: what is wrong by each of them. */
  errors?: Issue[][];
  /** Of a name that fits no more than a value would: what is wrong with the name. */
  issues?: Issue[];
}

/** "None of the shapes fits" helps nobody: what is wrong by the shape that has least to complain of. */
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
