import type { ApiDocument, NamedError } from "./document.ts";
import { nameIn } from "./tidy-schema.ts";
import { ADVICE } from "./words/advice.ts";
import { ERRORS } from "./words/errors.ts";

/** Lists every name of an error in the answers of a description, with what to do about it. */
export function listErrors({ paths, components }: ApiDocument): NamedError[] {
  const statuses = new Map<string, Set<number>>();
  const answers = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => Object.entries(responses)),
  );
  for (const [status, answer] of answers) {
    const shared = "$ref" in answer ? components.responses[nameIn(answer.$ref)] : answer;
    for (const name of shared?.["x-errors"] ?? []) {
      statuses.set(name, (statuses.get(name) ?? new Set()).add(Number(status)));
    }
  }
  return [...statuses].map(([name, found]) => describe(name, found)).sort(byName);
}

function describe(name: string, statuses: ReadonlySet<number>): NamedError {
  const { means, advice } = ERRORS[name] ?? { means: "", advice: "operator" };
  return { name, statuses: [...statuses].sort((a, b) => a - b), means, advice: ADVICE[advice] };
}

function byName(one: NamedError, other: NamedError): number {
  return one.name < other.name ? -1 : 1;
}

const INTRO = `# Errors of the fleet API

\`npm run openapi\` writes this page from the sources; what it says of each name stands in \`scripts/openapi/words\`.

An error is \`{statusCode, error, message, requestId}\`, with \`details\` where a part of the input is at fault. \`error\` is the stable name to program against; \`message\` is for people and may change. Which names an operation may answer, status by status, stands at its answers in the reference (\`/docs\`) and as \`x-errors\` in \`/openapi/fleet.json\`. Later versions may add names, so a client goes by the status where it does not know one.

Agents are told in the error itself what to do: \`retryable\`, and \`action\` (\`retry_later\`, \`re_enroll\`, \`upgrade\`, \`stop\`). What the others do:

- **Try again** on 408, and after the \`Retry-After\` seconds that every 429 and 503 has. Nobody knows whether a change that was answered by 500 or 503 \`unavailable\` was made: send it with the same id or \`Idempotency-Key\` where the operation takes one, else look first.
- **Mend the request** on 400, 413, 415 and 422: the same one is refused again.
- **Look what is stored** on 404, 409, 410 and 412 before anything else is sent.
- **Ask somebody** on 401 and 403, and on 500 with its \`requestId\`.

The items of \`/encryption/batch\` have the same names, each in its own \`error\`. A stream of \`/ai/ask-rag\` or \`/ai/chat\` that breaks off when it has begun ends with an event \`error\`: \`llm_interrupted\` (the model broke off: ask again) or a name of this list, as \`unavailable\` or a limit's, whose \`retryAfterSeconds\` says what \`Retry-After\` says elsewhere. The threat-intelligence API has no names, only \`{statusCode, message}\`: there the status says what to do.

| \`error\` | status | what it means | what to do |
|---|---|---|---|
`;

/** Writes the page of docs that lists them. */
export function writeErrorPage(errors: readonly NamedError[]): string {
  const rows = errors.map(
    ({ name, statuses, means, advice }) =>
      `| \`${name}\` | ${statuses.join(", ")} | ${means} | ${advice} |\n`,
  );
  return INTRO + rows.join("");
}
