import type { ApiDocument, OperationObject, Reference, ResponseObject } from "./document.ts";
import type { Before, ErrorsByStatus } from "./errors/errors-of-operations.ts";
import { nameIn } from "./tidy-schema.ts";
import { ERRORS } from "./words/errors.ts";

export type ErrorsOf = (operationId: string, before: Before) => ErrorsByStatus;
type Answer = ResponseObject | Reference;
/** The names of errors that each answer of an operation may have, by its status. */
type Names = Readonly<Record<string, readonly string[]>>;
type Responses = ApiDocument["components"]["responses"];

const JSON_TYPE = "application/json";
const PROBLEM = "Problem";

/**
 * Adds to each error of each operation the names that it may have, in words and in `x-errors`. A
 * refusal without a name is removed: it is never answered, though the general rules foresee it.
 */
export function nameErrors(document: ApiDocument, errorsOf: ErrorsOf): ApiDocument {
  const shared = document.components.responses;
  const named = new Map<OperationObject, Names>();
  for (const operation of Object.values(document.paths).flatMap((one) => Object.values(one))) {
    named.set(operation, namesOf(operation, errorsOf, shared));
  }
  const usual = findUsual(named);
  const responses = mapValues(shared, (answer, name) => addNames(answer, usual.get(name) ?? []));
  const paths = mapValues(document.paths, (methods) =>
    mapValues(methods, (operation) => {
      const names = named.get(operation) ?? {};
      const answered = Object.entries(operation.responses).filter(
        ([status, answer]) => names[status]?.length || !isProblem(resolve(answer, shared)),
      );
      const answers = mapValues(Object.fromEntries(answered), (answer, status) =>
        nameAnswer(answer, names[status] ?? [], shared, usual),
      );
      return { ...operation, responses: answers };
    }),
  );
  return { ...document, paths, components: { ...document.components, responses } };
}

function namesOf(operation: OperationObject, errorsOf: ErrorsOf, shared: Responses): Names {
  const { operationId, security, requestBody, parameters, responses, tags } = operation;
  const errors = errorsOf(operationId, {
    schemes: security.flatMap((requirement) => Object.keys(requirement)),
    takesJson: requestBody?.content[JSON_TYPE] !== undefined,
    takesInput: requestBody !== undefined || parameters !== undefined,
  });
  const places = [operationId, ...tags];
  return mapValues(responses, (answer, status) => {
    const found = isProblem(resolve(answer, shared)) ? errors.get(Number(status)) : undefined;
    return [...(found ?? [])].filter((name) => mayAnswer(name, places)).sort();
  });
}

function mayAnswer(name: string, places: readonly string[]): boolean {
  const words = ERRORS[name];
  if (words === undefined) throw new Error(`scripts/openapi/words say nothing of "${name}".`);
  return words.only === undefined || words.only.some((place) => places.includes(place));
}

function isProblem({ content }: ResponseObject): boolean {
  const reference = content?.[JSON_TYPE]?.schema?.$ref;
  return reference !== undefined && nameIn(reference) === PROBLEM;
}

/**
 * Finds the most usual names of each shared answer; only operations that differ get an answer of their
 * own.
 */
function findUsual(named: ReadonlyMap<OperationObject, Names>): Map<string, readonly string[]> {
  const counts = new Map<string, Map<string, number>>();
  for (const [{ responses }, names] of named) {
    for (const [status, answer] of Object.entries(responses)) {
      if (!("$ref" in answer)) continue;
      const name = nameIn(answer.$ref);
      const key = (names[status] ?? []).join();
      const ofName = counts.get(name) ?? new Map<string, number>();
      counts.set(name, ofName.set(key, (ofName.get(key) ?? 0) + 1));
    }
  }
  return new Map([...counts].map(([name, keys]) => [name, mostOf(keys)] as const));
}

function mostOf(counts: ReadonlyMap<string, number>): string[] {
  const [first] = [...counts].sort((one, other) => other[1] - one[1]);
  return (first?.[0] ?? "").split(",").filter((name) => name !== "");
}

function nameAnswer(
  answer: Answer,
  names: readonly string[],
  shared: Responses,
  usual: ReadonlyMap<string, readonly string[]>,
): Answer {
  if (!("$ref" in answer)) return addNames(answer, names);
  const common = usual.get(nameIn(answer.$ref)) ?? [];
  return common.join() === names.join() ? answer : addNames(resolve(answer, shared), names);
}

function addNames(answer: ResponseObject, names: readonly string[]): ResponseObject {
  if (names.length === 0) return answer;
  const { description, ...rest } = answer;
  const sentence = /[.!?]$/.test(description) ? description : `${description}.`;
  const said = `${sentence} \`error\`: ${names.map((name) => `\`${name}\``).join(", ")}.`;
  return { description: said, "x-errors": [...names], ...rest };
}

function resolve(answer: Answer, shared: Responses): ResponseObject {
  if (!("$ref" in answer)) return answer;
  const found = shared[nameIn(answer.$ref)];
  if (found === undefined) throw new Error(`There is no ${answer.$ref}.`);
  return found;
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Record<string, To> {
  const entries = Object.entries(record).map(([key, value]) => [key, change(value, key)] as const);
  return Object.fromEntries(entries);
}
