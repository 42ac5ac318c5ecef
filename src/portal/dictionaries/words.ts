import { sideBySide } from "../frame/language.ts";
import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const dictionaryWords = withSpanish(
  {
    title: "Dictionaries",
    create: "Create a dictionary",
    none: "There is no dictionary yet",
    noneSuch: "No dictionary fits",
    lead: "A dictionary holds words, patterns, domains or hashes to look for.",
    name: "Name",
    nameHint: "At most 120 characters.",
    description: "Description",
    kind: "Kind",
    severity: "Severity",
    language: "Language",
    languageHint: "A tag such as es or en-GB. Empty: any.",
    entries: "Entries",
    entriesHint:
      "One a line: the value alone, or “value ;; weight ;; note”, with a weight from 0 to 100.",
    appliesTo: "Used by",
    targets: { agents: "agents", inspection: "message inspection" },
    tags: "Tags",
    tagsHint: "Separated by commas.",
    enabled: "Enabled",
    version: "Version",
    updated: "Changed",
    scope: "For",
    choose: "Choose…",
    global: "all tenants",
    own: "this tenant",
    forOne: "one tenant",
    tenantHint: "Its id, for one tenant alone; else nothing.",
    globalLead:
      "Those here are for all tenants; one of a single tenant stands among that tenant's.",
    filterName: "Name or description",
    globalText: "This dictionary is for all tenants. Only operators change it.",
    edit: (name: string) => `Edit “${name}”`,
    remove: "Delete",
    removeTitle: (name: string) => `Delete “${name}”`,
    removeText:
      "Agents lose it when they next ask for their policy, inspections within 15 seconds.",
  },
  spanish,
  {
    targets: { agents: "agentes", inspection: "inspección de mensajes" },
    edit: (name: string) => `Editar «${name}»`,
    removeTitle: (name: string) => `Eliminar «${name}»`,
  },
);

export const kindWords = sideBySide<"terms" | "regex" | "domains" | "hashes">({
  terms: ["terms", "palabras"],
  regex: ["patterns", "patrones"],
  domains: ["domains", "dominios"],
  hashes: ["hashes", "huellas"],
});

export const severityWords = sideBySide<"low" | "medium" | "high" | "critical">({
  low: ["low", "baja"],
  medium: ["medium", "media"],
  high: ["high", "alta"],
  critical: ["critical", "crítica"],
});
