import type * as z from "zod";
import { isObject } from "../is-object.ts";

/** The answer of a quick reader for a value that it does not take: then zod checks it. */
export const UNFIT = Symbol("unfit");

/** Returns what the schema would, or UNFIT. */
export type Reader = (given: unknown) => unknown;
type Test = (given: { length: number }) => boolean;
type Check = z.core.$ZodCheck;
type Def<T extends z.core.$ZodType> = T["_zod"]["def"];

const LENGTHS = ["min_length", "max_length"];

/**
 * A fast reader for a schema made only of objects, lists, strings and fixed values; undefined for any
 * other. It exists for speed: a Worker may not compile code, as zod likes to, and to walk a schema of
 * three fields takes zod as long as encrypting a value. What is wrong with a value, zod still says.
 */
export function quickReader(schema: z.core.$ZodType): Reader | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "string") return stringReader(def);
  if (def.type === "array") return listReader(def);
  if (def.checks !== undefined && def.checks.length > 0) return undefined;
  if (def.type === "object") return objectReader(def);
  if (def.type === "literal") return oneOf(def.values);
  if (def.type === "enum") return enumReader(def);
  return def.type === "union" ? unionReader(def) : undefined;
}

function stringReader(def: Def<z.core.$ZodString>): Reader | undefined {
  const tests = testsOf(def.checks);
  if (tests === undefined || def.coerce || "format" in def) return undefined;
  return (given) => (typeof given === "string" && passes(given, tests) ? given : UNFIT);
}

function listReader({ element, checks }: Def<z.core.$ZodArray>): Reader | undefined {
  const tests = testsOf(checks, LENGTHS);
  const read = quickReader(element);
  if (tests === undefined || read === undefined) return undefined;
  return (given) => {
    if (!Array.isArray(given) || !passes(given, tests)) return UNFIT;
    const items: unknown[] = given;
    let result = items;
    for (let at = 0; at < items.length; at += 1) {
      const value = read(items[at]);
      if (value === UNFIT) return UNFIT;
      if (value === items[at]) continue;
      if (result === items) result = [...items];
      result[at] = value;
    }
    return result;
  };
}

function objectReader({ shape, catchall }: Def<z.core.$ZodObject>): Reader | undefined {
  const isStrict = catchall !== undefined;
  if (isStrict && (catchall as z.core.$ZodTypes)._zod.def.type !== "never") return undefined;
  const fields = Object.entries(shape).map(([name, schema], at) => fieldOf(name, schema, at));
  if (!fields.every(isReadable)) return undefined;
  const known = new Map(fields.map((field) => [field.name, field]));
  const needed = fields.filter(({ mayLack }) => !mayLack).length;
  return (given) => {
    if (!isObject(given)) return UNFIT;
    // If the given object is already as the schema would copy it, it is used: a copy costs more
    // than all checks.
    const isLikeCopy = isStrict && isInOrder(given, known, needed);
    let result = isLikeCopy ? given : {};
    for (const { name, mayLack, inItsPlace, read } of fields) {
      const { [name]: field = inItsPlace } = given;
      if (mayLack && field === undefined) continue;
      const value = read(field);
      if (value === UNFIT) return UNFIT;
      if (result === given) {
        if (value === field) continue;
        result = { ...given };
      }
      result[name] = value;
    }
    return isStrict && !isLikeCopy && hasMore(given, known) ? UNFIT : result;
  };
}

type Known = ReadonlyMap<string, { at: number; mayLack: boolean }>;

/** Whether a copy by the schema would have the same names in the same order. */
function isInOrder(given: Record<string, unknown>, known: Known, needed: number): boolean {
  // A copy has the usual prototype, whatever was given.
  if (Object.getPrototypeOf(given) !== Object.prototype) return false;
  let missing = needed;
  let before = -1;
  for (const name in given) {
    const field = known.get(name);
    if (field === undefined || field.at < before || given[name] === undefined) return false;
    before = field.at;
    if (!field.mayLack) missing -= 1;
  }
  return missing === 0;
}

/** A field may be optional, or have a default of text; another default makes `read` undefined. */
function fieldOf(name: string, schema: z.core.$ZodType, at: number) {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const mayLack = def.type === "optional" && !def.checks?.length;
  const inItsPlace = def.type === "default" && !def.checks?.length ? def.defaultValue : undefined;
  const hasText = typeof inItsPlace === "string";
  const inner = mayLack || hasText ? (def as { innerType: z.core.$ZodType }).innerType : schema;
  return { name, at, mayLack, inItsPlace, read: quickReader(inner) };
}

/** For an enum of strings. One of numbers lists its names as values too, so it is left to zod. */
function enumReader({ entries }: Def<z.core.$ZodEnum>): Reader | undefined {
  const values = Object.values(entries);
  return values.every((value) => typeof value === "string") ? oneOf(values) : undefined;
}

function oneOf(values: readonly unknown[]): Reader {
  const allowed = new Set(values);
  return (given) => (allowed.has(given) ? given : UNFIT);
}

function unionReader(def: Def<z.core.$ZodUnion> & { discriminator?: unknown }): Reader | undefined {
  const { discriminator } = def;
  if (typeof discriminator !== "string") return undefined;
  const readers = new Map<unknown, Reader>();
  for (const option of def.options as z.core.$ZodTypes[]) {
    const named = option._zod.propValues?.[discriminator];
    const read = quickReader(option);
    if (named === undefined || read === undefined) return undefined;
    for (const value of named) readers.set(value, read);
  }
  return (given) => {
    const read = isObject(given) ? readers.get(given[discriminator]) : undefined;
    return read === undefined ? UNFIT : read(given);
  };
}

/** Undefined if one of the checks is not known here. */
function testsOf(checks: readonly Check[] = [], names?: readonly string[]): Test[] | undefined {
  const tests: Test[] = [];
  for (const check of checks) {
    const { def } = check._zod;
    const test = names === undefined || names.includes(def.check) ? testOf(def) : undefined;
    if (test === undefined) return undefined;
    tests.push(test);
  }
  return tests;
}

interface CheckDef {
  check: string;
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: RegExp;
  fn?: (given: unknown) => unknown;
  tx?: (given: unknown) => unknown;
  when?: unknown;
}

function testOf({ check, ...def }: CheckDef): Test | undefined {
  const { minimum, maximum, pattern, fn, tx } = def;
  if (check === "min_length" && minimum !== undefined) return ({ length }) => length >= minimum;
  if (check === "max_length" && maximum !== undefined) return ({ length }) => length <= maximum;
  if (check === "custom" && fn !== undefined && def.when === undefined) {
    return (given) => fn(given) === true;
  }
  // The value is taken only if the change, such as trimming, leaves it as it is; mostly it does.
  if (check === "overwrite" && tx !== undefined) return (given) => tx(given) === given;
  const isPattern = check === "string_format" && def.format === "regex";
  if (!isPattern || pattern === undefined || pattern.global || pattern.sticky) return undefined;
  return (given) => pattern.test(given as unknown as string);
}

function passes(given: { length: number }, tests: readonly Test[]): boolean {
  for (const test of tests) if (!test(given)) return false;
  return true;
}

type Field = ReturnType<typeof fieldOf> & { read: Reader };

function isReadable(field: ReturnType<typeof fieldOf>): field is Field {
  return field.read !== undefined;
}

function hasMore(given: object, known: Known): boolean {
  for (const name in given) if (!known.has(name)) return true;
  return false;
}
