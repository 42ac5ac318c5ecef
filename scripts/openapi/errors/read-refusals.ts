import { findDeclaration, type Place } from "./find-declaration.ts";
import type { Follower } from "./follow-uses.ts";
import { nameOf, partsOf, type Syntax } from "./parse-sources.ts";

export interface Said {
  status: number;
  error: string;
}

/**
 * Reads the refusals of a place: its calls of `refuse`, and of functions that call it with a given
 * name.
 */
export function readRefusals(follower: Follower, place: Place): Said[] {
  const own = parametersOf(place.node);
  return follower.usesOf(place).calls.flatMap((call) => {
    const order = orderOf(follower, place.file, call);
    if (order === undefined) return [];
    const texts = textsOf(order.error, own) ?? nearestErrors(follower, place);
    return texts.map((text) => ({ status: order.status, error: order.form.replace(HOLE, text) }));
  });
}

const HOLE = "*";
/** Types are at most so many steps away from the code that refuses by them. */
const MOST_STEPS = 4;

interface Order {
  status: number;
  error: Syntax;
  /** The name, with `*` for the part that the caller gives. */
  form: string;
}

function orderOf(follower: Follower, file: string, call: Syntax): Order | undefined {
  const callee = nameOf(call["callee"]);
  const given = call["arguments"] as Syntax[];
  if (callee === undefined) return undefined;
  if (callee === "refuse") return directOrder(given);
  const helper = findDeclaration(follower.sources, file, callee);
  if (helper === undefined) return undefined;
  const names = parametersOf(helper.node);
  for (const inner of follower.usesOf(helper).calls) {
    if (nameOf(inner["callee"]) !== "refuse") continue;
    const order = directOrder(inner["arguments"] as Syntax[]);
    const hole = order === undefined ? undefined : holeOf(order.error);
    const error = given[names.indexOf(hole?.name ?? "")];
    if (order !== undefined && hole !== undefined && error !== undefined) {
      return { status: order.status, error, form: hole.form };
    }
  }
  return undefined;
}

function directOrder([status, error]: Syntax[]): Order | undefined {
  if (error === undefined || typeof status?.["value"] !== "number") return undefined;
  return { status: status["value"], error, form: HOLE };
}

/** Finds the parameter that becomes a part of the name: `error`, or the one in `${name}_too_large`. */
function holeOf(error: Syntax): { name: string; form: string } | undefined {
  const name = nameOf(error);
  if (name !== undefined) return { name, form: HOLE };
  if (error.type !== "TemplateLiteral") return undefined;
  const [inner, ...more] = error["expressions"] as Syntax[];
  const filled = nameOf(inner);
  if (filled === undefined || more.length > 0) return undefined;
  const parts = (error["quasis"] as Syntax[]).map(({ value }) => (value as { raw: string }).raw);
  return { name: filled, form: parts.join(HOLE) };
}

function parametersOf(node: Syntax): string[] {
  return ((node["params"] ?? []) as unknown[]).map((one) => nameOf(one) ?? "");
}

/** Returns the names that an expression may have; undefined if the caller gives them. */
function textsOf(error: Syntax, parameters: readonly string[]): string[] | undefined {
  if (typeof error["value"] === "string") return [error["value"]];
  if (error.type === "ConditionalExpression") {
    const branches = [error["consequent"], error["alternate"]] as Syntax[];
    const texts = branches.map((branch) => textsOf(branch, parameters));
    return texts.some((text) => text === undefined) ? undefined : texts.flatMap((one) => one ?? []);
  }
  const hole = holeOf(error);
  return hole !== undefined && parameters.includes(hole.name) ? [] : undefined;
}

/**
 * Finds the names if they are read from a value: what is under `error` in the nearest place that has
 * such texts.
 */
function nearestErrors(follower: Follower, place: Place): string[] {
  let near = [place];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const errors = near.flatMap((one) => follower.usesOf(one).errors);
    if (errors.length > 0) return errors;
    near = near.flatMap((one) => {
      const { values, types } = follower.usesOf(one);
      return [...types, ...values];
    });
  }
  const name = nameOf(place.node["id"]) ?? nameOf(place.node["key"]) ?? "?";
  throw new Error(`${place.file}: which names does "${name}" refuse with?`);
}

const OPERATION = "operation";

/** Finds each call of `operation()` with what stands beside it, by the operation's id. */
export function findOperations({ sources }: Follower): Map<string, Place> {
  const found = new Map<string, Place>();
  for (const [file, source] of sources) {
    if (!source.text.includes(OPERATION)) continue;
    for (const statement of source.statements) keepOperations(found, file, statement);
  }
  return found;
}

function keepOperations(found: Map<string, Place>, file: string, node: Syntax): void {
  for (const part of partsOf(node)) {
    const id = operationIdOf(part);
    if (id !== undefined && node.type === "CallExpression") found.set(id, { file, node });
    keepOperations(found, file, part);
  }
}

function operationIdOf(node: Syntax): string | undefined {
  if (node.type !== "CallExpression" || nameOf(node["callee"]) !== OPERATION) return undefined;
  const [about] = node["arguments"] as Syntax[];
  const fields = (about?.["properties"] ?? []) as Syntax[];
  const id = fields.find(({ key }) => nameOf(key) === "operationId")?.["value"] as Syntax;
  return typeof id?.["value"] === "string" ? id["value"] : undefined;
}
