import { html } from "hono/html";
import type { JsonSchema } from "../document.ts";
import { phrase, type Html } from "./markup.ts";
import { sayBounds, sayType } from "./say-type.ts";

/** Shows a schema with all its fields. A part with a name of its own is linked, not repeated. */
export function showSchema(schema: JsonSchema, apiId: string): Html {
  const head = html`<p class="type">${sayType(schema, apiId)}${showBounds(schema)}</p>`;
  const about = schema.description === undefined ? "" : html`<p>${phrase(schema.description)}</p>`;
  return html`${head}${about}${showParts(schema, apiId)}`;
}

/** Shows the fields of an object, of an array's items, or of each of several choices. */
function showParts(schema: JsonSchema, apiId: string): Html | string {
  const { properties = {}, items, additionalProperties } = schema;
  if (Object.keys(properties).length > 0) return showFields(schema, apiId);
  if (typeof items === "object") return showParts(items, apiId);
  if (typeof additionalProperties === "object") return showParts(additionalProperties, apiId);
  const choices = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []).filter(hasParts);
  if (choices.length < 2) return choices.map((choice) => showParts(choice, apiId))[0] ?? "";
  return html`<ol class="choices">
    ${choices.map((choice) => html`<li>${showParts(choice, apiId)}</li>`)}
  </ol>`;
}

function hasParts({ properties, items }: JsonSchema): boolean {
  if (properties !== undefined) return Object.keys(properties).length > 0;
  return typeof items === "object" && hasParts(items);
}

function showFields({ properties = {}, required = [] }: JsonSchema, apiId: string): Html {
  return html`<dl class="fields">
    ${Object.entries(properties).map(([name, field]) =>
      showField({ name, required: required.includes(name), schema: field }, apiId),
    )}
  </dl>`;
}

export interface ShownField {
  name: string;
  required: boolean;
  schema: JsonSchema;
  description?: string;
}

/** Shows one name with its type, bounds, default and meaning, for parameters as well as for fields. */
export function showField(
  { name, required, schema, description }: ShownField,
  apiId: string,
): Html {
  const about = description ?? schema.description;
  return html`<div>
    <dt><code>${name}</code>${required ? html` <em>required</em>` : ""}</dt>
    <dd>
      <span class="type">${sayType(schema, apiId)}${showBounds(schema)}</span>
      ${about === undefined ? "" : html`<p>${phrase(about)}</p>`}${showParts(schema, apiId)}
    </dd>
  </div>`;
}

function showBounds(schema: JsonSchema): (Html | string)[] {
  return sayBounds(schema).flatMap((bound) => ["; ", ...phrase(bound)]);
}
