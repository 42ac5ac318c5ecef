import { sideBySide } from "../frame/language.ts";
import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const promptWords = withSpanish(
  {
    title: "Prompts",
    lead: "What the assistant is told before each question. A version is never changed; a label says which one is used.",
    versions: "Versions",
    version: "Version",
    of: "Of",
    scopes: { builtin: "built in", global: "all tenants", tenant: "this tenant" },
    labels: "Labels",
    status: "Status",
    languages: "Languages",
    message: "Why it was written",
    by: "By",
    created: "Written",
    evaluated: "Last evaluation",
    evaluations: { passed: "passed", failed: "failed", never: "never evaluated" },
    text: "The text",
    production: "Put into production",
    productionText:
      "From then on answers are written by it, within 15 seconds. It must have passed its evaluation; where the label is protected, a second person has to agree.",
    inProduction: "Answers are written by this version now.",
    moves: "Moves of labels",
    noMoves: "No label was moved yet",
    noMovesText: "Open a version to put it into production.",
    label: "Label",
    to: "To",
    asked: "Asked",
    state: "State",
    states: { pending: "waits for a second person", applied: "done", rejected: "rejected" },
    agree: "Agree",
    reject: "Reject",
    takeBack: "Take back",
    unprotects: "ends the protection",
    decide: "Decide",
  },
  spanish,
  {
    scopes: { builtin: "incluida", global: "todos los clientes", tenant: "este cliente" },
    evaluations: { passed: "superada", failed: "no superada", never: "nunca evaluada" },
    states: { pending: "espera a otra persona", applied: "hecho", rejected: "rechazado" },
  },
);

export const promptStatusWords = sideBySide<"active" | "draft" | "retired">({
  active: ["in use", "en uso"],
  draft: ["draft", "borrador"],
  retired: ["retired", "retirada"],
});
