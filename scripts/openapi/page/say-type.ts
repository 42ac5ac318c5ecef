import { html } from "hono/html";
import type { JsonSchema } from "../document.ts";
import { nameIn } from "../tidy-schema.ts";
import { anchor, phrase, type Html } from "./markup.ts";

type Words = Html | string | Words[];

/** Writes the type of a value in words, with links to named schemas. */
export function sayType(schema: JsonSchema, apiId: string): Words {
  if (schema.$ref !== undefined) {
    const name = nameIn(schema.$ref);
    return html`<a href="#${anchor(apiId, "schema", name)}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined) return sayValues(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return join(
      choices.map((choice) => sayChoice(choice, apiId)),
      " or ",
    );
  if (schema.allOf !== undefined) {
    return join(
      schema.allOf.map((part) => sayType(part, apiId)),
      " and ",
    );
  }
  return join(
    typesOf(schema).map((type) => sayOne(type, schema, apiId)),
    " or ",
  );
}

function sayChoice(choice: JsonSchema, apiId: string): Words {
  const bounds = sayBounds(choice).flatMap((bound) => [", ", ...phrase(bound)]);
  const type = sayType(choice, apiId);
  return bounds.length === 0 ? type : [type, " (", ...bounds.slice(1), ")"];
}

function sayOne(type: string, schema: JsonSchema, apiId: string): Words {
  if (type === "array") {
    return typeof schema.items === "object" ? ["array of ", sayType(schema.items, apiId)] : "array";
  }
  if (type === "object" && typeof schema.additionalProperties === "object") {
    const values = sayType(schema.additionalProperties, apiId);
    if (schema.properties === undefined) return ["object with values of ", values];
  }
  if (type === "object" && schema.additionalProperties === false) return "object, no other fields";
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

function sayValues(values: unknown[]): Words {
  return join(
    values.map((value) => html`<code>${JSON.stringify(value)}</code>`),
    ", ",
  );
}

export function typesOf({ type }: JsonSchema): string[] {
  if (type === undefined) return ["any JSON value"];
  return Array.isArray(type) ? type : [type];
}

function join(words: Words[], between: string): Words {
  return words.flatMap((word, index) => (index === 0 ? [word] : [between, word]));
}

/** Writes the bounds of a value beyond its type. */
export function sayBounds(schema: JsonSchema): string[] {
  const items = typeof schema.items === "object" ? sayBounds(schema.items) : [];
  return [
    range(schema.minLength, schema.maxLength, "characters"),
    range(schema.minItems, schema.maxItems, "items"),
    range(schema.minProperties, schema.maxProperties, "properties"),
    range(schema.minimum, schema.maximum, ""),
    schema.exclusiveMinimum === undefined ? "" : `more than ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum === undefined ? "" : `less than ${schema.exclusiveMaximum}`,
    schema.multipleOf === undefined ? "" : `a multiple of ${schema.multipleOf}`,
    schema.uniqueItems === true ? "no item twice" : "",
    schema.contentEncoding === undefined ? "" : `in ${schema.contentEncoding}`,
    schema.pattern === undefined ? "" : `matches \`${schema.pattern}\``,
    schema.default === undefined ? "" : `default \`${JSON.stringify(schema.default)}\``,
    ...items.map((bound) => `each ${bound}`),
  ].filter((bound) => bound !== "");
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  const of = unit === "" ? "" : ` ${unit}`;
  if (min === undefined && max === undefined) return "";
  if (min === 1 && max === undefined && unit !== "") return "not empty";
  if (max === undefined) return `at least ${min}${of}`;
  if (min === undefined) return `at most ${max}${of}`;
  return min === max ? `exactly ${min}${of}` : `${min} to ${max}${of}`;
}
