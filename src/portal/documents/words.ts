import { sideBySide } from "../frame/language.ts";
import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const documentWords = withSpanish(
  {
    title: "Documents",
    lead: "What the assistant may answer from. Nobody outside your organisation finds anything of it.",
    create: "Add a document",
    none: "No document has been added yet",
    noneText: "Add a policy, a runbook or a manual, and answers will cite it.",
    noneSuch: "No document fits",
    searchHint: "A part of the title, source, address or a tag.",
    name: "Title",
    source: "Source",
    builtin: "built in",
    sourceHint: "Where it comes from, for example “handbook”.",
    url: "Address",
    urlHint: "Where people can read it. Optional.",
    text: "Text",
    textHint: "Plain text. A line such as “# Leave” is a heading, and begins a part of its own.",
    file: "Or a file",
    fileHint: (kinds: string) => `Instead of the text, up to 12 MiB: ${kinds}.`,
    language: "Language",
    languages: { "": "as the text shows", es: "Spanish", en: "English" },
    tags: "Tags",
    tagsHint: "Separated by commas.",
    finders: "Who finds it",
    findersHint:
      "Answers use the document only for those who are ticked. If nobody is: for everybody in your organisation.",
    fromRole: (role: string) => `role ${role} and above`,
    everybody: "everybody",
    nobody: "nobody until its new version is there",
    restricted: "restricted",
    status: "Status",
    parts: "Parts",
    version: "Version",
    updated: "Changed",
    risk: "Risk",
    riskText: "How much a part tries to speak to a model instead of to people, from 0 to 100.",
    quarantinedText: "A part of this document speaks to the assistant. It is kept out of answers.",
    removed: "Unseen characters taken out",
    expires: "Expires",
    content: "The text as it is indexed",
    heading: "Heading",
    rules: "What was found",
    remove: "Delete",
    removeTitle: (name: string) => `Delete “${name}”`,
    removeText: "Answers will not cite it any more. This cannot be undone.",
    show: "Show",
  },
  spanish,
  {
    fileHint: (kinds: string) => `En vez del texto, hasta 12 MiB: ${kinds}.`,
    languages: { "": "como muestre el texto", es: "español", en: "inglés" },
    fromRole: (role: string) => `rol ${role} y superiores`,
    removeTitle: (name: string) => `Eliminar «${name}»`,
  },
);

export const documentStatusWords = sideBySide<
  "queued" | "processing" | "failed" | "indexed" | "quarantined"
>({
  queued: ["queued", "en cola"],
  processing: ["being indexed", "indexándose"],
  failed: ["failed", "fallido"],
  indexed: ["in use", "en uso"],
  quarantined: ["quarantined", "en cuarentena"],
});
