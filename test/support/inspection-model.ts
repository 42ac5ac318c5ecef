import { anApp } from "./app.ts";
import { aModelServer } from "./model-server.ts";

/** Writes what a model says of a message that it takes for phishing; parts of it may be replaced. */
export const opinionOf = (more: object = {}): string =>
  JSON.stringify({
    verdict: "phishing",
    score: 97,
    signals: ["impersonation", "credential_request"],
    rationale: "Se hace pasar por BBVA y pide datos.",
    ...more,
  });

export const SAYS_CLEAN = opinionOf({
  verdict: "clean",
  score: 3,
  signals: ["expected_notice"],
  rationale: "Es un aviso.",
});

/** Makes an isolate whose fourth layer asks a model that answers what the test says. */
export function aModel(...says: (string | number)[]) {
  const server = aModelServer(...says);
  const provider = {
    kind: "openai-compatible",
    name: `test-${crypto.randomUUID()}`,
    baseUrl: "https://models.example/v1",
    keySecret: "TEST_MODEL_KEY",
    models: ["small"],
  };
  const bindings = { AI_PROVIDERS: JSON.stringify([provider]), TEST_MODEL_KEY: "s3cret" };
  return { ...server, bindings, isolate: anApp({ fetch: server.fetch }, bindings) };
}

export function promptOf({ asked }: ReturnType<typeof aModel>, at = 0) {
  const [system, user] = asked[at]?.body.messages ?? [];
  return { system: system?.content ?? "", user: user?.content ?? "" };
}
