export interface Issue {
  path: PropertyKey[];
  message: string;
  code?: string;
  /** For a union: the issues of each of its shapes. */
  errors?: Issue[][];
  /** For an entry of a record: what is wrong with its key. */
  issues?: Issue[];
}

/** A shape with unknown names counts as further away than one with any number of other issues. */
const STRANGE_NAMES = 1_000;

/** For a union, the issues of the nearest shape: "no shape fits" would help nobody. */
export function nearestIssues(issue: Issue): Issue[] {
  const ofName = issue.issues ?? [];
  if (ofName.length > 0) return ofName.map(({ message }) => ({ path: issue.path, message }));
  const [first, ...others] = issue.errors ?? [];
  if (first === undefined) return [issue];
  const nearest = others.reduce(
    (best, each) => (distanceOf(each) < distanceOf(best) ? each : best),
    first,
  );
  return nearest
    .flatMap(nearestIssues)
    .map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
}

function distanceOf(issues: readonly Issue[]): number {
  const strange = issues.some(({ code }) => code === "unrecognized_keys");
  return issues.length + (strange ? STRANGE_NAMES : 0);
}
