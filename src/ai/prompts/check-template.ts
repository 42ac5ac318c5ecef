import { refuseField, type Refusal } from "../../http/index.ts";
import type { NewVersion } from "./version-schemas.ts";

export const PLACEHOLDER = /\{\{\s*([a-zA-Z][a-zA-Z0-9]*)\s*\}\}/g;
/** Placeholders that the service fills in. A version cannot define them as its own variables. */
const FENCE = "fence";
const BUILT_IN = new Set([FENCE, "language"]);

/**
 * Checks that every template names the fence (otherwise documents could pass for the prompt) and only
 * variables that have a value.
 */
export function checkTemplate({ template, variables }: NewVersion): void | Refusal {
  const own = new Set(Object.keys(variables));
  for (const name of own) {
    if (BUILT_IN.has(name)) return refuseField(`variables.${name}`, "is filled in by the service");
  }
  for (const [language, text = ""] of Object.entries(template)) {
    const path = `template.${language}`;
    const named = [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
    if (!named.includes(FENCE)) return refuseField(path, `must name {{${FENCE}}}`);
    const unknown = named.find((name) => !own.has(name) && !BUILT_IN.has(name));
    if (unknown !== undefined) return refuseField(path, `names {{${unknown}}}, which has no value`);
  }
}

/** Fills in the placeholders in one pass, so that a value cannot bring in another placeholder. */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => values[name] ?? whole);
}
