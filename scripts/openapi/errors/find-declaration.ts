import type { Sources, Syntax } from "./parse-sources.ts";

/** A part of the sources, and the file in which its names are looked up. */
export interface Place {
  file: string;
  node: Syntax;
}

/**
 * Finds what a name stands for in a file: a declaration there, or in the file that it is imported from.
 */
export function findDeclaration(sources: Sources, file: string, name: string): Place | undefined {
  const source = sources.get(file);
  const node = source?.declared.get(name);
  if (node !== undefined) return { file, node };
  const origin = source?.imported.get(name);
  if (origin === undefined || origin.name === "*") return undefined;
  return findDeclaration(sources, origin.file, origin.name);
}

/** The same for `names.member`, if `names` is all that another file exports. */
export function findMember(
  sources: Sources,
  file: string,
  [names, member]: readonly [string, string],
): Place | undefined {
  const origin = sources.get(file)?.imported.get(names);
  return origin?.name === "*" ? findDeclaration(sources, origin.file, member) : undefined;
}
