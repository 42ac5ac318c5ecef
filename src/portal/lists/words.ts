import { inBoth, sideBySide } from "../frame/language.ts";

export const listWords = inBoth(
  {
    title: "Allow and deny lists",
    text: "Your own word beats every source: for look-ups and inspections of yours, within 30 seconds.",
    none: "There is no entry yet",
    noneText: "Deny a domain that troubles you, or allow one that a source has wrong.",
    noneSuch: "No entry fits",
    add: "Add an entry",
    value: "What it is about",
    valueHint: "A domain with all below it, a URL, IP address, block, ASN or e-mail address.",
    action: "Verdict",
    actions: { deny: "deny: always malicious", allow: "allow: always clean" },
    note: "Note",
    noteHint: "Why, for whoever reads it later.",
    expires: "Expires",
    expiresHint: "In UTC. Empty: never.",
    type: "Kind",
    created: "Created",
    remove: "Remove",
    removeText: "Within 30 seconds the sources decide again.",
    search: "Entry or note",
    show: "Show",
  },
  {
    title: "Listas de permitidos y bloqueados",
    text: "Su palabra vale más que cualquier fuente: en sus consultas e inspecciones, en 30 segundos.",
    none: "Todavía no hay ninguna entrada",
    noneText: "Bloquee un dominio que le moleste, o permita uno que una fuente tenga mal.",
    noneSuch: "Ninguna entrada coincide",
    add: "Añadir una entrada",
    value: "De qué se trata",
    valueHint:
      "Un dominio con todo lo que cuelga de él, URL, dirección IP, bloque, ASN o correo electrónico.",
    action: "Veredicto",
    actions: { deny: "bloquear: siempre malicioso", allow: "permitir: siempre limpio" },
    note: "Nota",
    noteHint: "El motivo, para quien lo lea después.",
    expires: "Caduca",
    expiresHint: "En UTC. Vacío: nunca.",
    type: "Tipo",
    created: "Creada",
    remove: "Quitar",
    removeText: "En 30 segundos vuelven a decidir las fuentes.",
    search: "Entrada o nota",
    show: "Mostrar",
  },
);

export const actionWords = sideBySide<"allow" | "deny">({
  allow: ["allow", "permitir"],
  deny: ["deny", "bloquear"],
});
