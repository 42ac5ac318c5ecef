import { sideBySide } from "../frame/language.ts";
import type { Thing } from "./things.ts";
import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const auditWords = withSpanish(
  {
    title: "Audit log",
    at: "When",
    actor: "Who",
    actorHint: "A part of a name, or an id.",
    tenant: "Tenant",
    action: "What",
    target: "On",
    targetHint: "Its id, in full.",
    targetOfAllHint: "Its id, in full. For a thing of a tenant, give the tenant too.",
    history: "Its history in the audit log",
    personHistory: "This person's history in the audit log",
    deeds: "What this person did, in the audit log",
    views: "What is shown",
    everything: "Everything",
    changes: "Without looks of operators",
    pages: "Parts of the log",
    newest: "Newest",
    older: "Older",
    lines: (count: string) => `${count} ${count === "1" ? "line" : "lines"}`,
    files: "As files",
    filesText: (most: string) =>
      `A file holds ${most} lines at most. The last line of each has the address of the next.`,
    file: (at: string, of: string) => `CSV ${at} of ${of}`,
    none: "Nothing fits",
    lead: "Every change leaves a line here that nobody can remove.",
    version: (version: string) => `Version ${version}`,
  },
  spanish,
  {
    lines: (count: string) => `${count} ${count === "1" ? "línea" : "líneas"}`,
    filesText: (most: string) =>
      `Un archivo guarda como mucho ${most} líneas. La última de cada uno lleva la dirección del siguiente.`,
    file: (at: string, of: string) => `CSV ${at} de ${of}`,
    version: (version: string) => `Versión ${version}`,
  },
);

/** The kind of a thing, shown below its name or id. */
export const kindWords = sideBySide<Thing["kind"]>({
  action: ["proposed action", "acción propuesta"],
  agent: ["agent", "agente"],
  api_key: ["API key", "clave de API"],
  dictionary: ["dictionary", "diccionario"],
  document: ["document", "documento"],
  enrollment_code: ["enrolment code", "código de alta"],
  entry: ["entry", "entrada"],
  inspection: ["inspection", "inspección"],
  key_version: ["encryption key", "clave de cifrado"],
  oidc: ["by an identity provider", "por un proveedor de identidad"],
  other: ["", ""],
  page: ["", ""],
  person: ["person", "persona"],
  policy: ["policy", "política"],
  prompt: ["prompt", "prompt"],
  service: ["service key", "clave de servicio"],
  source: ["feed source", "fuente"],
  system: ["Rampart itself", "Rampart"],
  token: ["access token", "token de acceso"],
  webhook: ["webhook endpoint", "destino de webhooks"],
});
