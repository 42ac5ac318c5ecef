import type { Language } from "../text/guess-language.ts";
import type { PromptConfig, Templates } from "./version-schemas.ts";
import { DEFAULT_PROMPT } from "./well-known.ts";
import english from "./builtin.en.txt";
import spanish from "./builtin.es.txt";

export interface Prompt {
  /** A tenant's id, `*` for all tenants, or `builtin`. */
  owner: string;
  name: string;
  version: number;
  createdAt: number;
  createdBy: string;
  commitMessage: string;
  template: Templates;
  variables: Record<string, string>;
  config: PromptConfig;
}

export const BUILTIN = "builtin";

/** The built-in prompt, so that a fresh installation can answer. */
export const BUILTIN_PROMPT: Prompt = {
  owner: BUILTIN,
  name: DEFAULT_PROMPT,
  version: 1,
  createdAt: Date.UTC(2026, 10, 1),
  createdBy: "rampart",
  commitMessage: "Built in",
  variables: {},
  config: {},
  template: { en: english.trimEnd(), es: spanish.trimEnd() },
};

/** The template in this language, or else in the other one. */
export function templateOf({ template }: Prompt, language: Language): string {
  return template[language] ?? template.en ?? template.es ?? "";
}
