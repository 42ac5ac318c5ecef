import type { Dictionary } from "../../dictionaries/schemas.ts";
import { FormState } from "../frame/form.ts";
import { readEntryLines, writeEntryLines } from "./entry-lines.ts";

export function readDictionaryForm(form: FormState) {
  return {
    name: form.value("name"),
    description: form.value("description"),
    kind: form.value("kind"),
    severity: form.value("severity"),
    language: form.given("language") ?? null,
    enabled: form.value("enabled") === "yes",
    appliesTo: form.values("appliesTo"),
    tags: form.list("tags"),
    entries: readEntryLines(form.lines("entries")),
  };
}

export function fillDictionaryForm(dictionary: Dictionary): FormState {
  const data = new URLSearchParams({
    name: dictionary.name,
    description: dictionary.description,
    kind: dictionary.kind,
    severity: dictionary.severity,
    language: dictionary.language ?? "",
    enabled: dictionary.enabled ? "yes" : "",
    tags: dictionary.tags.join(", "),
    entries: writeEntryLines(dictionary.entries),
  });
  for (const target of dictionary.appliesTo) data.append("appliesTo", target);
  return new FormState(data).opened();
}
