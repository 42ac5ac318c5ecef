import { inBoth } from "../frame/language.ts";

export const auditWords = inBoth(
  {
    title: "Audit log",
    at: "When",
    actor: "Who",
    tenant: "Tenant",
    action: "What",
    target: "On",
    actionHint: "For example api_key.created",
    none: "Nothing fits",
    noneText: "Every change leaves a line here that nobody can remove.",
  },
  {
    title: "Auditoría",
    at: "Cuándo",
    actor: "Quién",
    tenant: "Cliente",
    action: "Qué",
    target: "Sobre",
    actionHint: "Por ejemplo api_key.created",
    none: "No hay nada que encaje",
    noneText: "Cada cambio deja aquí una línea que nadie puede quitar.",
  },
);
