import type { Thing } from "./things.ts";
import spanish from "./words.es.txt";
import { partOf, withSpanish } from "../frame/read-words.ts";

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
export const kindWords = withSpanish<Record<Thing["kind"], string>>(
  {
    action: "proposed action",
    agent: "agent",
    api_key: "API key",
    dictionary: "dictionary",
    document: "document",
    enrollment_code: "enrolment code",
    entry: "entry",
    inspection: "inspection",
    key_version: "encryption key",
    oidc: "by an identity provider",
    other: "",
    page: "",
    person: "person",
    policy: "policy",
    prompt: "prompt",
    service: "service key",
    source: "feed source",
    system: "Rampart itself",
    token: "access token",
    webhook: "webhook endpoint",
  },
  partOf(spanish, "kinds"),
);
