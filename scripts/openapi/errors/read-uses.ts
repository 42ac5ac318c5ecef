import { findDeclaration, findMember, type Place } from "./find-declaration.ts";
import { nameOf, partsOf, pathFrom, type Sources, type Syntax } from "./parse-sources.ts";

/** What a place uses directly, without what those things use. */
export interface Uses {
  values: Place[];
  types: Place[];
  /** Names of members that are called or read of some object. */
  members: string[];
  calls: Syntax[];
  /** The texts under the key `error`, as values or as types. */
  errors: string[];
}

/** The part of a node that is a mere label, which is not looked up. */
const LABELS: Readonly<Record<string, string>> = {
  MemberExpression: "property",
  Property: "key",
  MethodDefinition: "key",
  PropertyDefinition: "key",
  TSPropertySignature: "key",
};

/** The form of a binding's name; it is often taken out of the environment before it is used. */
const BINDING = /^[A-Z_]+$/;

/** Types around a value: the value in them runs. */
const AROUND_VALUES = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);

export function readUses(sources: Sources, { file, node }: Place): Uses {
  const uses: Uses = { values: [], types: [], members: [], calls: [], errors: [] };
  const names = new Set<string>();
  const late: string[] = [];
  const visit = (part: Syntax, isType: boolean): void => {
    const inType = isType || (part.type.startsWith("TS") && !AROUND_VALUES.has(part.type));
    const name = nameOf(part);
    const named = name === undefined ? undefined : findDeclaration(sources, file, name);
    if (name !== undefined) names.add(name);
    if (name !== undefined && BINDING.test(name)) uses.members.push(name);
    if (part.type === "ImportExpression") late.push(pathFrom(file, part["source"] as Syntax));
    if (named !== undefined) (inType ? uses.types : uses.values).push(named);
    if (part.type === "MemberExpression") readMember(sources, file, part, uses);
    if (part.type === "CallExpression") uses.calls.push(part);
    if (nameOf(part["key"]) === "error") uses.errors.push(...textsIn(part));
    const label = part["computed"] === true ? undefined : part[LABELS[part.type] ?? ""];
    // The methods of a class are used not by naming the class but by calling them.
    for (const inner of partsOf(part)) {
      const isLabel = inner === label;
      if (!isLabel && (part === node || !isMethod(inner))) visit(inner, inType);
    }
  };
  visit(node, false);
  uses.values.push(
    ...late.flatMap((from) => pickNamed(sources, from, [...names, ...uses.members])),
  );
  return uses;
}

/** Finds what is named beside the import of a file that is loaded late. */
function pickNamed(sources: Sources, file: string, names: string[]): Place[] {
  return [...new Set(names)].flatMap((name) => findDeclaration(sources, file, name) ?? []);
}

export function isMethod({ type, key }: Syntax): boolean {
  return type === "MethodDefinition" && nameOf(key) !== "constructor";
}

function readMember(sources: Sources, file: string, node: Syntax, uses: Uses): void {
  const member = node["computed"] === true ? undefined : nameOf(node["property"]);
  if (member === undefined) return;
  const place = findMember(sources, file, [nameOf(node["object"]) ?? "", member]);
  if (place === undefined) uses.members.push(member);
  else uses.values.push(place);
}

function textsIn(node: Syntax): string[] {
  if (node.type === "Literal") return typeof node["value"] === "string" ? [node["value"]] : [];
  return partsOf(node).flatMap(textsIn);
}
