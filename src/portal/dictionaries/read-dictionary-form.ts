import * as z from "zod";
import { newDictionary } from "../../dictionaries/schemas.ts";
import type { Dictionary } from "../../dictionaries/answers.ts";
import { FormState } from "../frame/form.ts";
import { readEntryLines, writeEntryLines } from "./entry-lines.ts";

export const FOR_ALL = "all";
export const FOR_ONE = "one";

/**
 * An operator has to choose for whom a dictionary is, so that none is for everybody because a field
 * was left empty.
 */
const audience = z
  .object({ for: z.enum([FOR_ALL, FOR_ONE]), tenantId: z.string() })
  .refine((chosen) => chosen.for !== FOR_ALL || chosen.tenantId === "", {
    path: ["tenantId"],
    message: "",
  });

/** Reads a new dictionary of the tenant `owner`; if that is null, the form says for whom it is. */
export function readNewDictionary(form: FormState, owner: string | null) {
  const read = readDictionaryForm(form);
  if (owner !== null) return newDictionary.safeParse({ ...read, tenantId: owner });
  const named = form.given("tenantId") ?? "";
  const chosen = audience.safeParse({ for: form.value("for"), tenantId: named });
  const tenantId = form.value("for") === FOR_ONE ? named : null;
  const order = newDictionary.safeParse({ ...read, tenantId });
  if (chosen.success) return order;
  const error = new z.ZodError([...chosen.error.issues, ...(order.error?.issues ?? [])]);
  return { success: false as const, error };
}

export function readDictionaryForm(form: FormState) {
  return {
    name: form.value("name"),
    description: form.value("description"),
    kind: form.value("kind"),
    severity: form.value("severity"),
    language: form.given("language") ?? null,
    enabled: form.value("enabled") === "yes",
    appliesTo: form.values("appliesTo"),
    tags: form.list("tags") ?? [],
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
