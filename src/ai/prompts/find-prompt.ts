import { refuse, type Refusal } from "../../http/index.ts";
import { BUILTIN_PROMPT, PROMPTS, type Prompt } from "./builtin.ts";

/** A version as clients name it: `rag@1`, `1` or a label. Without a name, the default. */
export function findPrompt(asked: string | undefined): Prompt | Refusal {
  if (asked === undefined) return BUILTIN_PROMPT;
  const found = PROMPTS.find(
    ({ name, version, label }) =>
      asked === `${name}@${version}` || asked === String(version) || label.includes(asked),
  );
  return found ?? unknownVersion();
}

export function nameOf({ name, version }: Prompt): string {
  return `${name}@${version}`;
}

function unknownVersion(): Refusal {
  const known = PROMPTS.map(nameOf).join(", ");
  return refuse(
    400,
    "unknown_prompt_version",
    `There is no such prompt version; known: ${known}.`,
    {
      details: [{ path: "promptVersion", message: `must be one of ${known}, or a label` }],
    },
  );
}
